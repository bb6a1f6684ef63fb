/**
 * Virtual time. One unit everywhere below the page: whole microseconds since the start of the run.
 * Both types are plain numbers at run time; the brand only stops a length being used as an instant.
 */

/** An instant, µs since t = 0. A whole number, exact up to 2^53 (285 years). */
export type SimTime = number & { readonly simTime: true };
/** A length of time, µs. A whole number; negative only where a function says so. */
export type SimDuration = number & { readonly simDuration: true };

export const TIME_ZERO = 0 as SimTime;
export const NO_DURATION = 0 as SimDuration;

export const micros = (n: number): SimDuration => Math.round(n) as SimDuration;
export const millis = (n: number): SimDuration => Math.round(n * 1_000) as SimDuration;
export const seconds = (n: number): SimDuration => Math.round(n * 1_000_000) as SimDuration;
export const minutes = (n: number): SimDuration => seconds(n * 60);

/** `time + duration`. */
export const after = (time: SimTime, duration: SimDuration): SimTime =>
  (time + duration) as SimTime;
/** `later - earlier`; negative when the order is the other way round. */
export const between = (earlier: SimTime, later: SimTime): SimDuration =>
  (later - earlier) as SimDuration;
export const asTime = (us: number): SimTime => us as SimTime;

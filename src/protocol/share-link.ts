/**
 * The share link: `/#/s/1/<payload>?<view>`, where the payload is the scenario as minified JSON,
 * deflated (raw) and base64url-coded, and `/#/library/<name>?<view>`. It stands in the fragment,
 * which never reaches a server. Everything that comes out of one is untrusted.
 */

import { deflateSync } from 'fflate';
import { bad, good, type InputFault, type Result } from '#base';
import { decodeBase64Url, encodeBase64Url } from './base64url';
import { inflateBounded } from './bounded-inflate';
import { checkScenario, type ReadOptions } from './check-scenario';
import type { Scenario } from './scenario';
import { printView, readView, type ViewState } from './view-state';
import { quote, suggestion } from './wording';

/** Version of the payload's coding; a later one keeps a reader for this. */
export const LINK_CODEC_VERSION = 1;
/** Longest link, characters from `#` on. */
export const LINK_LENGTH_MAX = 32_000;
/** Length from which chat tools and other programs are known to cut links, characters. */
export const LINK_LENGTH_WARN = 8_000;
/** Largest scenario in a link, bytes of JSON: 1 MB. */
export const LINK_INFLATED_MAX = 1_048_576;

interface LinkView {
  readonly view: ViewState;
  /** View parameters that were ignored because they could not be read. */
  readonly viewFaults: readonly InputFault[];
}

export type SharedLink =
  | ({ readonly kind: 'scenario'; readonly scenario: Scenario } & LinkView)
  | ({ readonly kind: 'library'; readonly name: string } & LinkView);

export interface DecodeOptions extends ReadOptions {
  /** Names of the library's scenarios. Without it every name is accepted. */
  readonly libraryNames?: readonly string[];
  /** Their present names by the names that they had before. */
  readonly formerNames?: ReadonlyMap<string, string>;
}

function refused(reason: string): Result<never> {
  return bad([{ path: 'link', reason }]);
}

function withView(link: string, view: ViewState): string {
  const query = printView(view);
  return query === '' ? link : `${link}?${query}`;
}

/**
 * The link of a scenario, from `/#` on; a page that does not live at `/` puts its own address
 * before the `#`. Refused when it would be too long to be read again; a file is the way out then.
 */
export function encodeShareLink(scenario: Scenario, view: ViewState = {}): Result<string> {
  const json = new TextEncoder().encode(JSON.stringify(scenario));
  if (json.length > LINK_INFLATED_MAX) {
    return refused(`the scenario has ${json.length} bytes, more than 1 MB; save it to a file`);
  }
  const payload = encodeBase64Url(deflateSync(json, { level: 9 }));
  const link = withView(`/#/s/${LINK_CODEC_VERSION}/${payload}`, view);
  const length = link.length - 1;
  if (length <= LINK_LENGTH_MAX) return good(link);
  const found = `the link would have ${length} characters`;
  return refused(`${found}, more than ${LINK_LENGTH_MAX}; save the scenario to a file`);
}

/** The link of a scenario of the library. */
export function libraryLink(name: string, view: ViewState = {}): string {
  return withView(`/#/library/${name}`, view);
}

/** The part of a link behind `#` and `/`, or undefined when the text is no link of ours. */
function routeOf(text: string): string | undefined {
  const hash = text.indexOf('#');
  const route = text.slice(hash + 1).replace(/^\//, '');
  return /^(s|library)(\/|$)/.test(route) ? route : undefined;
}

/** Whether a text is meant as a link, so that it is read as one and not as a file's name. */
export function looksLikeLink(text: string): boolean {
  return text.includes('#') && routeOf(text.trim()) !== undefined;
}

function parseJson(text: string): Result<unknown> {
  try {
    return good(JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError) return refused('its content is not JSON');
    throw error;
  }
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Reads a payload of codec version 1. */
function readPayload(payload: string, options: ReadOptions): Result<Scenario> {
  if (payload === '') return refused('it has no content');
  const deflated = decodeBase64Url(payload);
  if (deflated === undefined) {
    return refused('its content is not base64url; was a part of it cut off or changed?');
  }
  const inflated = inflateBounded(deflated, LINK_INFLATED_MAX);
  if (!inflated.ok) {
    const tooLarge = 'its content is larger than 1 MB when unpacked';
    const damaged = 'its content cannot be unpacked; was a part of it cut off or changed?';
    return refused(inflated.why === 'tooLarge' ? tooLarge : damaged);
  }
  const text = utf8(inflated.bytes);
  const value = text === undefined ? refused('its content is not JSON') : parseJson(text);
  return value.ok ? checkScenario(value.value, options) : value;
}

function readLibraryName(name: string, options: DecodeOptions): Result<string> {
  const { libraryNames: known, formerNames } = options;
  if (known === undefined || known.includes(name)) return good(name);
  const present = formerNames?.get(name);
  if (present !== undefined) return good(present);
  const hint = suggestion(name, known);
  return refused(`no scenario of the library is called ${quote(name)}${hint}`);
}

/**
 * Reads a link: a whole address, or what stands in it from `/#`, `#` or the word `s` or `library`
 * on. Never throws. A view parameter that cannot be read is a fault beside the result, not instead
 * of it.
 */
export function decodeShareLink(text: string, options: DecodeOptions = {}): Result<SharedLink> {
  const trimmed = text.trim();
  const length = trimmed.length - Math.max(0, trimmed.indexOf('#'));
  if (length > LINK_LENGTH_MAX) {
    return refused(`it has ${length} characters; at most ${LINK_LENGTH_MAX} are read`);
  }
  const route = routeOf(trimmed);
  if (route === undefined) {
    return refused(`expected /#/s/1/... or /#/library/NAME, found ${quote(trimmed)}`);
  }
  const question = route.indexOf('?');
  const path = question < 0 ? route : route.slice(0, question);
  const { view, faults: viewFaults } = readView(question < 0 ? '' : route.slice(question + 1));
  const [place, version, ...rest] = path.split('/');
  if (place === 'library') {
    const name = readLibraryName([version, ...rest].join('/'), options);
    return name.ok ? good({ kind: 'library', name: name.value, view, viewFaults }) : name;
  }
  if (version !== String(LINK_CODEC_VERSION)) {
    const found = version === undefined ? 'nothing' : quote(version);
    return refused(
      `expected coding version ${LINK_CODEC_VERSION}, found ${found}; is it from a newer program?`,
    );
  }
  const scenario = readPayload(rest.join('/'), options);
  return scenario.ok
    ? good({ kind: 'scenario', scenario: scenario.value, view, viewFaults })
    : scenario;
}

/** 0, 1, 2 ... as many as there are; a place is all that tells one from another. */
export function places(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}

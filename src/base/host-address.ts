/** Addresses of the machines of API servers. */

/** First address of the machines that API servers run on, one after another. */
const FIRST_HOST = 11;
/** Used where no flag says on which address a server is to be reached: 10.0.0.11, 10.0.0.12 ... */
export const hostAddressOf = (index: number): string => {
  const host = FIRST_HOST + index;
  return `10.0.${host >> 8}.${host & 255}`;
};

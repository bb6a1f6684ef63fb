/** An English reason, and the same in Chinese with the parts of it put in. */
export type Pattern = readonly [english: RegExp, chinese: string];

export const pattern = (english: string, chinese: string): Pattern => [
  new RegExp(`^${english}$`, 's'),
  chinese,
];

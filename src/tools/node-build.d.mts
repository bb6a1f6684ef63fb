/** Builds an entry below the repository for Node, and gives what it exports. */
export function importBuilt(
  entry: string,
  external?: readonly string[],
): Promise<Readonly<Record<string, unknown>>>;

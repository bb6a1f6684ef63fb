/** Any JSON, looked into without knowing its form. */
export type Json = unknown;

export const isMap = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of field names; undefined where there is none. */
export function at(value: Json, ...path: readonly (string | number)[]): Json {
  let here = value;
  for (const step of path) {
    if (Array.isArray(here)) here = here[Number(step)];
    else if (isMap(here) && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return here;
}

export const textAt = (value: Json, ...path: readonly string[]): string => {
  const found = at(value, ...path);
  return found === undefined || found === null ? '' : String(found);
};

export const listAt = (value: Json, ...path: readonly string[]): readonly Json[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

/**
 * The only way by which the page starts scripts itself. Its policy lets it hand nothing else to
 * where text becomes code: where browsers know trusted types, any other way throws.
 */

/** What a browser that knows trusted types has; TypeScript's library does not. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): unknown };
}

/** Also in the policy of the built page; see vite.config.ts. */
const POLICY = 'orrery';

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: ownAddress });

/** @throws when the address is not of the page's own origin */
function ownAddress(address: string): string {
  const { origin, href } = new URL(address, document.baseURI);
  if (origin !== location.origin) throw new TypeError(`${href} is not of ${location.origin}`);
  return href;
}

/** An address of the page's own, as what starts a script takes it. */
export function ownScript(address: string | URL): string {
  const text = String(address);
  // Whatever takes a text takes a trusted one.
  return (policy ? policy.createScriptURL(text) : ownAddress(text)) as string;
}

/**
 * What is used of the browser's Trusted Types, which TypeScript's library lacks. The values that a policy makes are objects that only the
 * browser's own functions read, in the places of texts.
 */
type TrustedTypes = {
  createPolicy<Rule extends string>(
    name: string,
    rules: Record<Rule, (text: string) => string>,
  ): Record<Rule, (text: string) => string>;
};

/** Undefined in browsers without them, which take texts. */
export const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;

const policy = trustedTypes?.createPolicy("markup", {
  createHTML: (text) => text,
  createScriptURL: ownScript,
});

/**
 * Markup for `innerHTML` or a parser. The page's policy refuses every other text there, so each use is one to look at: what is shown has
 * numbers and our own words alone, and what is parsed is never shown.
 */
export const trustedMarkup = (text: string): string => policy?.createHTML(text) ?? text;

/** The address of a script of the build, which is run in a thread. @throws TypeError for any other address */
export const trustedScriptAddress = (address: string): string => policy?.createScriptURL(address) ?? ownScript(address);

function ownScript(address: string): string {
  if (!/^\/assets\/[\w.-]+\.js$/.test(address)) throw new TypeError(`no script of ours: ${address}`);
  return address;
}

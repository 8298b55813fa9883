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
  createScriptURL: (text) => text,
});

/**
 * Markup for `innerHTML` or a parser. The page's policy refuses every other text there, so each use is one to look at: what is shown has
 * numbers and our own words alone, and what is parsed is never shown.
 */
export const trustedMarkup = (text: string): string => policy?.createHTML(text) ?? text;

/** The address of a script of our own that is run in a thread. The content security policy takes those of this origin alone. */
export const trustedScriptAddress = (address: string): string => policy?.createScriptURL(address) ?? address;

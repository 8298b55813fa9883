import { RuleSheet } from "./rule-sheet.ts";

/**
 * Lets goober write into the style element of the document, which has the nonce of the Worker's response. goober uses
 * `window._goober`, by default the element with this id. This must load before any style is created, so `setup.ts`
 * imports it first.
 */
declare global {
  interface Window {
    __nonce__?: string;
    _goober?: { parentNode: ParentNode; firstChild: RuleSheet };
  }
}

if (typeof document !== "undefined") {
  const element = document.querySelector<HTMLStyleElement>("style#_goober");
  if (element?.sheet) {
    // The attribute is empty once the element is in the document; the property still has the value.
    window.__nonce__ = element.nonce;
    window._goober = { parentNode: document.head, firstChild: new RuleSheet(element.sheet, element.textContent) };
  }
}

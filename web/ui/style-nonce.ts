import { RuleSheet } from "./rule-sheet.ts";

/**
 * Lets goober write into the style element that the Worker put into the document with this reply's nonce. goober takes what
 * `window._goober` names, which is the element with this id until something else is put there. This must load before
 * anything that makes a style, so `setup.ts` imports it first.
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
    // The attribute reads as empty once the element is in the document; the property still has the value.
    window.__nonce__ = element.nonce;
    window._goober = { parentNode: document.head, firstChild: new RuleSheet(element.sheet, element.textContent) };
  }
}

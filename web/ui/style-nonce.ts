/**
 * Lets goober write into the style element that the Worker put into the document with this reply's nonce.
 * goober takes the element by its id, copies `window.__nonce__` onto it and appends to its first text node, which an
 * empty element does not have. This must load before anything that makes a style, so `setup.ts` imports it first.
 */
declare global {
  interface Window {
    __nonce__?: string;
  }
}

if (typeof document !== "undefined") {
  const sheet = document.getElementById("_goober");
  if (sheet) {
    // The attribute reads as empty once the element is in the document; the property still has the value.
    window.__nonce__ = sheet.nonce;
    if (!sheet.firstChild) sheet.append(" ");
  }
}

export {};

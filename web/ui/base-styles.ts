import { FONT_FAMILY } from "./font.ts";
import { media, themeCss, type } from "./theme.ts";
import { scriptRules } from "./type-scale.ts";

/** The height of the bar at the bottom of narrow screens, without the room for a phone's own gestures below it. */
const BOTTOM_BAR_PX = 64;

const reset = `
  *, *::before, *::after { box-sizing: border-box; }
  html, body, h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; }
  ul, ol { list-style: none; }
  fieldset { border: 0; min-width: 0; }
  button, input, select, textarea { font: inherit; letter-spacing: inherit; color: inherit; }
  button { background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; }
  button:disabled { cursor: not-allowed; }
  a { color: inherit; text-decoration: none; }
  img, svg { display: block; flex: none; }
  table { border-collapse: collapse; border-spacing: 0; width: 100%; }
  th { font-weight: inherit; text-align: start; }
  [hidden] { display: none !important; }
`;

const typography = `
  html {
    color-scheme: dark;
    background: var(--bg);
    -webkit-text-size-adjust: 100%;
    scrollbar-color: var(--control) transparent;
  }
  body {
    ${type.body}
    font-family: ${FONT_FAMILY};
    font-optical-sizing: auto;
    /* Inter's alternates would draw the x of an account number 12x34 as a multiplication sign. */
    font-variant-ligatures: no-contextual;
    color: var(--text);
    background: var(--bg);
    -webkit-font-smoothing: antialiased;
    -moz-osx-font-smoothing: grayscale;
  }
  h1, h2, h3, h4 { font: inherit; font-weight: 600; text-wrap: balance; }
  b, strong { font-weight: 600; }
  ::selection { background: color-mix(in oklab, var(--accent) 30%, transparent); }
  ::placeholder { color: var(--muted); opacity: 1; }
`;

// Doubled class, so that it overrides a component's `font` shorthand, which would reset the figures.
const figures = `
  .num.num { font-variant-numeric: tabular-nums; }
`;

// Scroll padding: a focused element must not be under the header, nor under a docked form footer. In a textarea a
// browser scrolls to the caret's line only: the padding leaves room for the lines below.
const focus = `
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  :focus:not(:focus-visible) { outline: none; }
  html { --bottom-bar: 0px; scroll-padding: 72px 0 calc(16px + var(--bottom-bar)); }
  ${media.narrow} {
    html:has([data-bar="bottom"]) { --bottom-bar: calc(${BOTTOM_BAR_PX}px + env(safe-area-inset-bottom)); }
  }
  ${media.lying} { html:has([data-tight="true"]) { --bottom-bar: 0px; } }
  ${media.phone} { html:has([data-foot="docked"]) { scroll-padding-bottom: calc(216px + var(--bottom-bar)); } }
`;

const paper = `
  @page { margin: 18mm; }
  @media print { [data-over-dialogs] { display: none; } }
`;

// While a dialog is open; see `modal-stack.ts`.
const lock = `
  html[data-locked] { overflow: hidden; }
  html[data-locked="gutter"] { scrollbar-gutter: stable; }
`;

const motion = `
  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0.01ms !important;
      scroll-behavior: auto !important;
    }
  }
`;

/** Themes, reset, typography, figures, focus ring and motion rules as one style sheet. Documents have the fonts. */
export function baseCss(): string {
  return [themeCss(), reset, typography, figures, focus, paper, lock, motion, scriptRules].join("\n");
}

/**
 * Adds the base sheet to the document, once, before the first render; the document itself has the fonts. It is a separate
 * element before goober's and with the same nonce, as goober keeps one global sheet at a time.
 */
export function applyBaseStyles(): void {
  const sheet = document.createElement("style");
  if (window.__nonce__) sheet.nonce = window.__nonce__;
  sheet.textContent = baseCss();
  document.head.insertBefore(sheet, document.getElementById("_goober"));
}

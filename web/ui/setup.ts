/** Connects goober to React before anything renders: the entry and the tests import this file first. */
import "./style-nonce.ts";
import { setup } from "goober";
import { shouldForwardProp } from "goober/should-forward-prop";
import { createElement } from "react";

/** Whether a prop reaches the DOM: one that starts with `$` is only for the style. */
function isForwarded(prop: string): boolean {
  return prop[0] !== "$";
}

/** Call it again after other code has set up goober without this prop rule. */
export function setUpGoober(): void {
  setup(createElement, undefined, undefined, shouldForwardProp(isForwarded));
}

setUpGoober();

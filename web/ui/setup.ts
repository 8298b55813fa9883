/**
 * Joins goober to React before anything renders: the entry and the tests import this file first.
 */
import "./style-nonce.ts";
import { setup } from "goober";
import { shouldForwardProp } from "goober/should-forward-prop";
import { createElement } from "react";

/** A prop that begins with `$` is for the style alone and never reaches the DOM. */
function isForwarded(prop: string): boolean {
  return prop[0] !== "$";
}

/** Again after whatever else has set goober up, without our prop rule. */
export function setUpGoober(): void {
  setup(createElement, undefined, undefined, shouldForwardProp(isForwarded));
}

setUpGoober();

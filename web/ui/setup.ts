/**
 * Joins goober to React, once, before anything renders: the entry and the tests import this file first.
 * react-hot-toast sets goober up too when it loads, without our prop rule, so it loads here, before ours.
 */
import "./style-nonce.ts";
import "react-hot-toast";
import { setup } from "goober";
import { shouldForwardProp } from "goober/should-forward-prop";
import { createElement } from "react";

/** A prop that begins with `$` is for the style alone and never reaches the DOM. */
export function isForwarded(prop: string): boolean {
  return prop[0] !== "$";
}

setup(createElement, undefined, undefined, shouldForwardProp(isForwarded));

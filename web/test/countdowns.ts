import { afterEach, beforeEach } from "bun:test";
import { HOLD_MS } from "../admin/core/pending-actions.ts";

/**
 * Gives every test of the file decisions whose countdown ends when the test says so: on a slow machine it would end between
 * two steps that come before its end.
 */
export function heldCountdowns(): { end(): void } {
  const { setTimeout } = globalThis;
  const ends: (() => void)[] = [];
  beforeEach(() => {
    ends.length = 0;
    // By hand: of a spied timer the testing library thinks that time stands still.
    const holding = (act: () => void, delay?: number) => {
      if (delay !== HOLD_MS) return setTimeout(act, delay);
      ends.push(act);
      return setTimeout(() => {});
    };
    globalThis.setTimeout = Object.assign(holding, setTimeout);
  });
  afterEach(() => {
    globalThis.setTimeout = setTimeout;
  });
  return {
    end: () => {
      for (const act of ends.splice(0)) act();
    },
  };
}

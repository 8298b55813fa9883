import { afterEach, beforeEach } from "bun:test";
import { UNDO_MS } from "../ui/undo-time.ts";

/**
 * Lets every test of the file end the undo countdown of a decision itself: on a slow machine it would end between two
 * steps of the test.
 */
export function manualCountdowns(): { end(): void } {
  const { setTimeout } = globalThis;
  const ends: (() => void)[] = [];
  beforeEach(() => {
    ends.length = 0;
    // Not with a spy: the testing library would assume fake timers.
    const setManualTimeout = (callback: () => void, delay?: number) => {
      if (delay !== UNDO_MS) return setTimeout(callback, delay);
      ends.push(callback);
      return setTimeout(() => {});
    };
    globalThis.setTimeout = Object.assign(setManualTimeout, setTimeout);
  });
  afterEach(() => {
    globalThis.setTimeout = setTimeout;
  });
  return {
    end: () => {
      for (const callback of ends.splice(0)) callback();
    },
  };
}

import { afterEach, beforeEach } from "bun:test";
import { format } from "node:util";

/** Code that a test's screen began to load may arrive in a later test: React says so then, and nothing is wrong. */
const LATE_CODE = "A suspended resource finished loading inside a test";

const realError = console.error;
let seen: string[] = [];
let expected = false;

/**
 * Declares that this test logs errors on purpose.
 * @returns the errors logged so far, to assert on
 */
export function expectConsoleErrors(): readonly string[] {
  expected = true;
  return seen;
}

/** Fails a test when it logs an error, including React's warnings. */
export function failOnConsoleErrors(): void {
  beforeEach(() => {
    seen = [];
    expected = false;
    console.error = (...words: unknown[]) => {
      if (String(words[0]).startsWith(LATE_CODE)) return;
      seen.push(format(...words));
      if (!expected) realError(...words);
    };
  });
  afterEach(() => {
    console.error = realError;
    if (!expected && seen.length > 0) throw new Error(`the test logged an error:\n${seen.join("\n")}`);
  });
}

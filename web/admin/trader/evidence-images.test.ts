import { expect, test } from "bun:test";
import { worstOf } from "./evidence-images.ts";

test.each([
  [[], "shown"],
  [["shown", "shown"], "shown"],
  [["shown", "failed"], "failed"],
  [["shown", "loading"], "loading"],
  // While one part may still come, a decision that is possible without it is not possible yet.
  [["failed", "loading"], "loading"],
] as const)("evidence whose parts are %j is %p", (states, whole) => {
  expect(worstOf(states)).toBe(whole);
});

import { expect, test } from "bun:test";
import { worstOf } from "./evidence-images.ts";

test.each([
  [[], "shown"],
  [["shown", "shown"], "shown"],
  [["shown", "failed"], "failed"],
  [["shown", "loading"], "loading"],
  // While one part is still loading, the decision that needs no evidence is not possible yet.
  [["failed", "loading"], "loading"],
  // Where the trader could not be loaded, a card that nobody has opened is still not rejected.
  [["failed", "unseen"], "unseen"],
  [["shown", "unseen"], "unseen"],
  [["loading", "unseen"], "loading"],
] as const)("evidence with the parts %j is %p", (states, whole) => {
  expect(worstOf(states)).toBe(whole);
});

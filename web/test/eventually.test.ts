import { expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { eventually } from "./eventually.ts";

setDefaultTimeout(600_000);

test("an assertion is repeated until it passes", async () => {
  let count = 0;
  await eventually(async () => expect(await Promise.resolve(++count)).toBe(3));
  expect(count).toBe(3);
});

test("one that never passes fails with the value that was read last, and with the line of the test", async () => {
  spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValueOnce(100_000).mockReturnValue(100_001);
  let count = 0;
  const failed = await eventually(async () => expect(await Promise.resolve(++count)).toBe(3)).catch((error) => error);
  expect(failed.message).toMatch(/Expected: .*3[\s\S]*Received: .*2/);
  expect(failed.stack).toContain("eventually.test.ts:");
});

import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../../dev/stack.ts";
import { Client } from "../../../dev/test/test-client.ts";
import { apiStack, tripsInLog } from "../../../dev/test/test-stack.ts";
import { type Seal, sealHash } from "../../contract/tape/tape-seal.ts";
import { DAY_MS } from "../../contract/time.ts";

setDefaultTimeout(600_000);

let stack: Stack;
beforeAll(async () => {
  stack = await apiStack();
}, 600_000);

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
const sealsOf = (day: string) => new Client(stack.origin).get(`/api/market/tape/seals?day=${day}`);
/** Asks again when a day of UTC has begun meanwhile. */
async function sealsOfToday() {
  const day = dayOf(Date.now());
  const reply = await sealsOf(day);
  return day === dayOf(Date.now()) ? reply : sealsOf(dayOf(Date.now()));
}

test("anyone gets the seals of today, in order, for a minute", async () => {
  const reply = await sealsOfToday();
  expect(reply).toMatchObject({ status: 200, body: { success: true } });
  expect(reply.headers.get("Cache-Control")).toBe("public, max-age=60");
  expect(await tripsInLog(reply)).toBe(0);
  // The feed of this stack may be younger than a minute: then there is none.
  const seals: Seal[] = reply.body.seals;
  for (const [i, seal] of seals.entries()) {
    expect(seal.seal).toBe(sealHash(seal));
    if (i > 0) expect(seal.previous).toBe(seals[i - 1]?.seal ?? "none");
  }
});

test("a past day can be stored for long", async () => {
  const day = dayOf(Date.now() - 2 * DAY_MS);
  const reply = await sealsOf(day);
  expect(reply).toMatchObject({ status: 200, body: { success: true, day, seals: [] } });
  expect(reply.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
});

test.each(["", "today", "2026-02-30", "2026-11-23T00:00:00Z"])("refuses the day %p", async (day) => {
  const { status, body } = await sealsOf(day);
  expect([status, body.code, body.field]).toEqual([400, "invalid_input", "day"]);
});

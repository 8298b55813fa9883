import { describe, expect, test } from "bun:test";
import { type SentBy, toldBy } from "./told-by.ts";

const NOW = 1_000_000;
const sent = (channel: SentBy[0], more: Partial<Record<"due" | "sent" | "shown" | "status", number>> = {}): SentBy => [
  channel,
  NOW - 100_000,
  more.due ?? null,
  more.sent ?? null,
  more.shown ?? null,
  more.status ?? null,
];

describe("the channels of a notification", () => {
  test("are in the order of their turns", () => {
    const rows = [sent("push", { sent: NOW - 99_000 }), sent("telegram", { sent: NOW - 30_000, shown: NOW - 30_000 })];
    expect(toldBy(rows, NOW)).toEqual([
      { channel: "push", state: "silent", afterMs: null, status: null },
      { channel: "telegram", state: "shown", afterMs: 70_000, status: null },
    ]);
  });

  test("of several browsers are one, which is the best of them", () => {
    const failed = sent("push", { status: 410 });
    const accepted = sent("push", { sent: NOW - 1_000 });
    const shown = sent("push", { sent: NOW - 99_000, shown: NOW - 98_800 });
    expect(toldBy([failed, accepted, shown], NOW)).toEqual([
      { channel: "push", state: "shown", afterMs: 1_200, status: null },
    ]);
    expect(toldBy([failed, accepted], NOW)).toEqual([
      { channel: "push", state: "accepted", afterMs: null, status: null },
    ]);
    expect(toldBy([failed], NOW)).toEqual([{ channel: "push", state: "failed", afterMs: null, status: 410 }]);
  });

  test("are none where nothing was sent", () => expect(toldBy([], NOW)).toEqual([]));
});

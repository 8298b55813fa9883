import { expect, test } from "bun:test";
import { eventLines, loggedDemo } from "../../../dev/test/logged-demo.ts";
import { initialDemoState } from "../demo/demo-state.ts";
import { DemoReplay } from "./demo-replay.ts";

test("the commands of a log and every quote of the tape end in the same log", () => {
  let events = 0;
  for (let seed = 0; seed < 60; seed++) {
    const log = loggedDemo(seed);
    const replay = new DemoReplay(
      initialDemoState(),
      log.commands.map(({ command, ...place }) => ({ ...place, commandOf: () => command })),
    );
    for (const quote of log.quotes) replay.quote(quote);
    replay.endAt(log.endMs);
    expect(eventLines(replay.events)).toBe(eventLines(log.events));
    expect(replay.refusals).toEqual([]);
    events += log.events.length;
  }
  expect(events).toBeGreaterThan(1_000);
});

test("a command comes after the quote of its number and before the next one", () => {
  const log = loggedDemo(1);
  const seen: number[] = [];
  const replay = new DemoReplay(
    initialDemoState(),
    log.commands.map(({ seq, ...place }) => ({
      ...place,
      seq,
      commandOf: (state) => {
        seen.push(state.lastSeq);
        expect(state.lastSeq).toBeLessThanOrEqual(seq);
        return null;
      },
    })),
  );
  for (const quote of log.quotes) replay.quote(quote);
  expect(replay.hasCommands).toBe(log.commands.some(({ seq }) => seq >= (log.quotes.at(-1)?.seq ?? 0)));
  replay.endAt(log.endMs);
  expect(replay.hasCommands).toBe(false);
  expect(seen).toHaveLength(log.commands.length);
});

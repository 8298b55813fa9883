import { expect, test } from "bun:test";
import { loggedDemo, storiesIn } from "../../../dev/test/logged-demo.ts";
import { floatingCents } from "../demo/demo-margin.ts";
import { closingPrice, lastPrice } from "../demo/demo-quotes.ts";
import { initialDemoState } from "../demo/demo-state.ts";
import { DemoReplay } from "../replay/demo-replay.ts";
import { pathPositionOf } from "../replay/position-story.ts";
import { measurePart } from "./part-excursion.ts";
import { partCentsAt, pathOf } from "./position-path.ts";

test("at every quote the open parts add up to the floating result in the engine's equity", () => {
  let compared = 0;
  let inParts = 0;
  for (let seed = 0; seed < 40; seed++) {
    const log = loggedDemo(seed);
    const stories = new Map(
      storiesIn(log)
        .filter(({ isClosed }) => isClosed)
        .map((story) => [story.open.positionId, { path: pathPositionOf(story), costs: story.costs }]),
    );
    const commands = log.commands.map(({ command, ...place }) => ({ ...place, commandOf: () => command }));
    const replay = new DemoReplay(initialDemoState(), commands);
    for (const quote of log.quotes) {
      replay.quote(quote);
      const { state } = replay;
      if (!state.run) continue;
      for (const position of state.run.positions) {
        const known = stories.get(position.id);
        const last = lastPrice(state, position.symbol);
        if (!known || !last) continue;
        const { path, costs } = known;
        const point = { seq: last.seq, atMs: last.heardAt, price: closingPrice(last, position.side, costs) };
        const isOpen = path.parts.map((_, i) => i).slice(path.parts.length - openParts(path.parts, position.units));
        const sum = isOpen.reduce((cents, index) => cents + partCentsAt(path, index, point), 0);
        if (sum !== floatingCents(state, state.run, position)) {
          expect({ seed, id: position.id, sum }).toEqual({
            seed,
            id: position.id,
            sum: floatingCents(state, state.run, position),
          });
        }
        compared += 1;
        if (isOpen.length > 1) inParts += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(2_000);
  expect(inParts).toBeGreaterThan(100);
});

test("at its closing a part is what the engine booked for it", () => {
  let parts = 0;
  for (let seed = 40; seed < 80; seed++) {
    const log = loggedDemo(seed);
    for (const story of storiesIn(log)) {
      const position = pathPositionOf(story);
      const points = pathOf(log.quotes, position, story.costs);
      story.closings.forEach(({ profitCents }, index) => {
        expect(measurePart(position, points, index).exit.cents).toBe(profitCents ?? Number.NaN);
        parts += 1;
      });
    }
  }
  expect(parts).toBeGreaterThan(200);
});

/** How many of the last parts make up the units that are open. */
function openParts(parts: readonly { units: number }[], units: number): number {
  let count = 0;
  for (let left = units; left > 0; count++) left -= parts.at(-1 - count)?.units ?? left;
  return count;
}

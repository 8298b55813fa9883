import { SIGN } from "../demo/demo-quotes.ts";
import type { DemoFill, DemoRule } from "../demo/demo-types.ts";
import type { PositionStory } from "./position-story.ts";
import { exitsOf } from "./what-if-rules.ts";

/**
 * A step of a position's life, as its log has it. Prices and distances are in steps. `opened`: `pastSteps` is how far the fill was beyond the
 * price that the order asked for, null for a market order. `stop` and `target`: `steps` is how far the level moved; null where it was set or removed. A stop is
 * `further` where more can be lost, a target where more can be gained.
 */
export type Happening =
  | { type: "opened"; at: number; price: number; pastSteps: number | null }
  | { type: "stop" | "target"; at: number; change: "set" | "removed" | "further" | "nearer"; steps: number | null }
  | { type: "closed"; id: number; at: number; price: number; rule: DemoRule; units: number };

/**
 * What happened to a position until one of its parts was closed, in the order of the log.
 * @param part the part's closing; later closings and changes are left out
 */
export function whatHappened(story: PositionStory, part: DemoFill): Happening[] {
  const { open, amendments, closings } = story;
  const levels = exitsOf(story);
  const changes = amendments.flatMap(({ at }, place): Happening[] => {
    const [before, after] = [levels[place], levels[place + 1]];
    if (!before || !after) return [];
    return [
      ...changeOf(story, { type: "stop", at, from: before.stop, to: after.stop }),
      ...changeOf(story, { type: "target", at, from: before.target, to: after.target }),
    ];
  });
  const closed = closings
    .filter(({ id }) => id <= part.id)
    .map(({ id, at, price, rule, units }): Happening => ({ type: "closed", id, at, price, rule, units }));
  const opened: Happening = { type: "opened", at: open.at, price: open.price, pastSteps: pastOf(open) };
  const rest = [...changes.filter(({ at }) => at <= part.at), ...closed];
  // A change and a closing of one moment are in the order of the log: the change came first, or it would have been refused.
  return [opened, ...rest.sort((one, other) => one.at - other.at)];
}

/** How far a fill was beyond the price asked for; a better one is not. */
function pastOf({ asked, side, price }: DemoFill): number | null {
  return asked === null ? null : Math.max(0, SIGN[side] * (price - asked));
}

type Change = { type: "stop" | "target"; at: number; from: number | null; to: number | null };

function changeOf({ open: { side } }: PositionStory, { type, at, from, to }: Change): Happening[] {
  if (from === to) return [];
  if (to === null) return [{ type, at, change: "removed", steps: null }];
  if (from === null) return [{ type, at, change: "set", steps: null }];
  // A stop goes further away on the side of the loss, a target on that of the gain.
  const gain = SIGN[side] * (to - from);
  const steps = type === "stop" ? -gain : gain;
  return [{ type, at, change: steps > 0 ? "further" : "nearer", steps: Math.abs(steps) }];
}

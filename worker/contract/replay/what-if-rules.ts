import { SIGN } from "../demo/demo-quotes.ts";
import type { DemoExits } from "../demo/demo-types.ts";
import type { PositionStory } from "./position-story.ts";

/**
 * Rules of which one is changed when a position is replayed. What each keeps of the trader's own exits stands in docs/replay.md.
 * `first_stop`: the first stop stays; `no_break_even`: the stop does not move to the entry or beyond it; `double_target`: each target is
 * twice as far from the entry.
 */
export const WHAT_IF_RULES = ["first_stop", "no_break_even", "double_target"] as const;
export type WhatIfRule = (typeof WHAT_IF_RULES)[number];

/** The exits of a position over its life: those of its order, then those of each amendment. */
export function exitsOf({ exits, amendments }: PositionStory): DemoExits[] {
  return [exits ?? { stop: null, target: null, trail: null }, ...amendments].map(({ stop, target, trail }) => ({
    stop,
    target,
    trail,
  }));
}

/** The first stop that a position had, and the trail that it had then; null without a stop. */
export function firstStopOf(story: PositionStory): { stop: number; trail: number | null } | null {
  for (const { stop, trail } of exitsOf(story)) if (stop !== null) return { stop, trail };
  return null;
}

/** The exits of a position if a rule had been another one; null for the trader's own. */
export function changedExits(story: PositionStory, rule: WhatIfRule | null): DemoExits[] {
  const own = exitsOf(story);
  switch (rule) {
    case null:
      return own;
    case "first_stop": {
      const first = firstStopOf(story);
      const from = own.findIndex(({ stop }) => stop !== null);
      return own.map((exits, i) => (first && i >= from ? { ...exits, ...first } : exits));
    }
    case "no_break_even": {
      let kept: number | null = null;
      return own.map((exits) => {
        if (exits.stop === null || kept === null || !isAtEntry(story, exits.stop)) kept = exits.stop;
        return { ...exits, stop: kept };
      });
    }
    case "double_target":
      return own.map((exits) => ({ ...exits, target: exits.target && doubled(story, exits.target) }));
  }
}

/** Whether a stop is at the entry, or where the trade has gained. */
function isAtEntry({ open: { side, price } }: PositionStory, stop: number): boolean {
  return SIGN[side] * (stop - price) >= 0;
}

/** A target twice as far; one that is not on the side of the gain stays. */
function doubled({ open: { side, price } }: PositionStory, target: number): number {
  return SIGN[side] * (target - price) > 0 ? Math.max(1, 2 * target - price) : target;
}

/** The rules that a position's own exits did not keep already, the most telling one first. */
export function rulesThatApply(story: PositionStory): WhatIfRule[] {
  const own = JSON.stringify(exitsOf(story));
  const seen = new Set([own]);
  return WHAT_IF_RULES.filter((rule) => {
    if (rule === "double_target" && !story.closings.some((fill) => fill.rule === "take_profit")) return false;
    const changed = JSON.stringify(changedExits(story, rule));
    if (seen.has(changed)) return false;
    seen.add(changed);
    return true;
  });
}

import type { DemoPlan } from "../../worker/contract/demo/demo-types.ts";
import type { SeededChance } from "../seeded-chance.ts";

/** Makes the plans of a trader's orders, from a chance of its own: a program is the same but for them. */
export class DemoPlanner {
  readonly #chance: SeededChance;

  constructor(chance: SeededChance) {
    this.#chance = chance;
  }

  /** The plan of a new order as a field of it; none of some. */
  ofNewOrder(): { plan?: DemoPlan | null } {
    const kind = this.#chance.next();
    if (kind < 0.3) return {};
    return { plan: kind < 0.35 ? null : this.#plan() };
  }

  /** The plan of an amendment: left out to keep it, null to remove it, or another one. */
  ofAmendment(): { plan?: DemoPlan | null } {
    const kind = this.#chance.next();
    if (kind < 0.4) return {};
    return { plan: kind < 0.5 ? null : this.#plan() };
  }

  #plan(): DemoPlan {
    const number = Math.floor(this.#chance.next() * 4);
    const setup = { setupId: `setup-${number}`, setupName: NAMES[number] ?? "One" };
    const none = { setupId: null, setupName: null };
    const reason = this.#chance.oneOf(REASONS) ?? "";
    const kind = this.#chance.next();
    // One of the last cases is a mistake each.
    if (kind < 0.5) return { ...setup, reason };
    if (kind < 0.96) return { ...none, reason };
    if (kind < 0.97) return { ...setup, setupName: null, reason };
    if (kind < 0.98) return { ...none, setupName: "One", reason: "" };
    return { ...setup, reason: this.#chance.oneOf(WRONG) ?? "" };
  }
}

const NAMES = ["Breakout retest", "ការទម្លាយតម្លៃ", "x".repeat(40), "🙂"];
const REASONS = ["", "67,800 broke and holds", "តម្លៃបានទម្លាយ ហើយឈរនៅខាងលើ", "y".repeat(140), "🙂".repeat(140)];
const WRONG = ["y".repeat(141), "two\nlines", "a\u202Eb", "a\u0000"];

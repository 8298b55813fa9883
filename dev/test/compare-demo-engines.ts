import { join } from "node:path";
import { initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import type { DemoCommand, DemoFill, DemoInput } from "../../worker/contract/demo/demo-types.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { type DemoOutcome, type DemoStep, outcomeText, runDemoProgram } from "./demo-programs.ts";
import { NaiveDemo } from "./naive-demo.ts";

/** The module that `inWorkerd` and `inChromium` run to compare the logs of runtimes. */
export const DEMO_DIGESTS = { module: join(import.meta.dir, "demo-digests.ts"), name: "demoDigests" };

/** An engine with its state, from the pure function. */
export function demoEngine(step: typeof stepDemo = stepDemo): DemoStep {
  let state = initialDemoState();
  return (input) => {
    const { state: next, ...outcome } = step(state, input);
    state = next;
    return outcome;
  };
}

/** Counts what programs made happen: each type of event, rule, refusal and reason for which an order ended. */
export class DemoCoverage {
  readonly counts = new Map<string, number>();
  programs = 0;
  quotes = 0;
  inputs = 0;

  count(input: DemoInput, { events, refusal }: DemoOutcome): void {
    this.inputs += 1;
    if (refusal) this.#add(`refused ${refusal.code}${refusal.field ? ` ${refusal.field}` : ""}`);
    else if (input.type === "command") this.#countCommand(input.command);
    for (const event of events) {
      this.#add(`event ${event.type}`);
      if (event.type === "filled") this.#countFill(event.fill);
      if (event.type === "order_ended") this.#add(`ended ${event.reason}`);
    }
  }

  #countCommand(command: DemoCommand): void {
    this.#add(`done ${command.type}`);
    if (command.type === "place" && command.order.plan) this.#add("plan placed");
    if (command.type === "amend_order") {
      this.#add(`plan ${command.plan === undefined ? "kept" : command.plan === null ? "removed" : "replaced"}`);
    }
  }

  #countFill({ rule, plan }: DemoFill): void {
    this.#add(`fill ${rule}`);
    if (!plan) return;
    this.#add("plan locked");
    this.#add(`plan ${plan.riskCents === null || plan.targetMilliR === null ? "unmeasured" : "measured"}`);
  }

  #add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** The cases that must occur and did not. */
  get missing(): string[] {
    return EXPECTED.filter((name) => !this.counts.has(name));
  }
}

const each = (kind: string, names: string) => names.split(" ").map((name) => `${kind} ${name}`);

const EXPECTED = [
  ...each("done", "reset place amend_order cancel_order cancel_all amend_position close close_all"),
  ...each("event", "run_started run_archived order_placed order_amended order_triggered order_ended filled"),
  ...each("event", "position_amended position_voided overnight_charged margin_called balance_protected"),
  ...each("fill", "market limit stop stop_limit stop_loss take_profit trailing_stop close stop_out reset"),
  ...each("ended", "cancelled expired not_enough too_many_positions reset"),
  ...each("refused", "no_run too_many_orders too_many_positions market_closed no_price sources_disagree nothing_to_do"),
  ...each("refused out_of_range", "units price limitPrice stop target trail plan startCents leverage"),
  ...each("refused wrong_side", "stop target"),
  ...each("refused not_found", "orderId positionId"),
  "refused run_changed run",
  "refused version_changed version",
  "refused expired expiresAt",
  "refused already_reached price",
  "refused not_enough units",
  ...each("plan", "placed replaced kept removed locked measured unmeasured"),
];

/** Two engines said different things of one input. */
export class DemoDifference extends Error {}

/**
 * Runs the program of a seed on an engine and on the naive one.
 * @returns all that both said
 * @throws DemoDifference at the first input about which they differ
 */
export function compareDemoEngines(
  seed: number,
  { engine = demoEngine(), coverage }: { engine?: DemoStep; coverage?: DemoCoverage } = {},
): string {
  const naive = new NaiveDemo();
  const texts: string[] = [];
  const quotes = runDemoProgram(seed, (input) => {
    const outcome = engine(input);
    const text = outcomeText(outcome);
    const expected = outcomeText(naive.step(input));
    if (text !== expected) {
      const place = `program ${seed}, input ${texts.length}: ${JSON.stringify(input)}`;
      throw new DemoDifference(`${place}\nthe engine:\n${text}the naive one:\n${expected}`);
    }
    coverage?.count(input, outcome);
    texts.push(text);
    return outcome;
  });
  if (coverage) {
    coverage.programs += 1;
    coverage.quotes += quotes;
  }
  return texts.join("");
}

import { demoEventLine } from "../../worker/contract/demo/demo-event-line.ts";
import type { DemoEvent, DemoInput, DemoOrder, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { type PositionStory, type StoryRow, storyOf } from "../../worker/contract/replay/position-story.ts";
import { runDemoProgram } from "./demo-programs.ts";
import { LevelFedDemo } from "./level-fed-demo.ts";

/** An account's log, and the tape that it lived through: the inputs that were commands, all events, all quotes. */
export type LoggedDemo = {
  commands: Extract<DemoInput, { type: "command" }>[];
  events: DemoEvent[];
  /** The commands with the events of each. */
  rows: StoryRow[];
  quotes: MarketQuote[];
  endMs: number;
};

/** The log of a random program on an account that is given, as in the product, only the quotes that reach its levels. */
export function loggedDemo(seed: number): LoggedDemo {
  const account = new LevelFedDemo();
  const log: LoggedDemo = { commands: [], events: [], rows: [], quotes: [], endMs: 0 };
  let seq = 0;
  runDemoProgram(seed, (input) => {
    if (input.type === "timer") return { events: [], refusal: null };
    if (input.type === "command") {
      const at = Math.max(input.at, log.endMs);
      const complete = account.commandInput(at, input.command);
      const outcome = account.command(at, input.command);
      log.endMs = at;
      log.events.push(...outcome.events);
      // A refused command is no row.
      if (complete.type === "command" && !outcome.refusal) log.commands.push(complete);
      log.rows.push({ input: complete, events: outcome.events });
      return outcome;
    }
    const { quote } = input;
    if (quote.seq <= seq || quote.heardAt < log.endMs) return { events: [], refusal: null };
    seq = quote.seq;
    log.endMs = quote.heardAt;
    log.quotes.push(quote);
    const outcome = account.quote(quote);
    log.events.push(...outcome.events);
    return outcome;
  });
  log.endMs += 3 * 86_400_000;
  log.events.push(...account.timer(log.endMs).events);
  return log;
}

/** The stories of all positions that were opened in a log, in that order. */
export function storiesIn({ events, rows }: LoggedDemo): PositionStory[] {
  const fills = events.flatMap((event) => (event.type === "filled" ? [event.fill] : []));
  const runs = new Map(events.flatMap((event) => (event.type === "run_started" ? [[event.run, event] as const] : [])));
  const orders = new Map<number, DemoOrder>();
  const stories: PositionStory[] = [];
  for (const event of events) {
    if (event.type === "order_placed" || event.type === "order_amended") orders.set(event.order.id, event.order);
    if (event.type !== "filled" || event.fill.kind !== "open") continue;
    const { run, positionId } = event.fill;
    const [settings, order] = [runs.get(run), orders.get(positionId)];
    if (!settings || !order) throw new Error("a fill without its run or order");
    const { costs, costsVersion } = settings;
    const { stop, target, trail } = order;
    const own = fills.filter((fill) => fill.positionId === positionId);
    const story = storyOf({ costs, costsVersion, exits: { stop, target, trail }, fills: own, rows });
    if (story) stories.push(story);
  }
  return stories;
}

/** Events as the log writes them. */
export function eventLines(events: readonly DemoEvent[]): string {
  return events.map(demoEventLine).join("\n");
}

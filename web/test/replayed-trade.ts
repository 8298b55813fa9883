import { initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import type {
  DemoCommand,
  DemoExits,
  DemoFill,
  DemoInput,
  MarketQuote,
} from "../../worker/contract/demo/demo-types.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { packQuotes } from "../../worker/contract/replay/packed-quotes.ts";
import { type PositionStory, type StoryRow, storyOf } from "../../worker/contract/replay/position-story.ts";

const START_MS = Date.UTC(2026, 10, 24, 15);

/** A price for each second, in dollars; a stop that is moved, or "close", before the next price. */
export type Happening = number | { stop: number } | "close";

/** A buy of one bitcoin with a stop and a target at the first price, as the engine has it, and the answers of the API about it. */
export function replayedTrade(exits: DemoExits, happenings: readonly Happening[]) {
  let state = initialDemoState();
  const quotes: MarketQuote[] = [];
  const fills: DemoFill[] = [];
  const rows: StoryRow[] = [];
  let seq = 100;
  let at = START_MS;
  const step = (input: DemoInput) => {
    const { state: next, events } = stepDemo(state, input);
    state = next;
    rows.push({ input, events });
    for (const event of events) if (event.type === "filled") fills.push(event.fill);
  };
  const command = (made: DemoCommand) => step({ type: "command", at, seq, quotes: quotes.slice(-1), command: made });
  const terms = { symbol: "BTCUSD", side: "buy", type: "market", units: 10 ** 8 } as const;
  command({ type: "reset", run: 0, startCents: 100_000_000, costs: "none", leverage: null });
  for (const happening of happenings) {
    const position = state.run?.positions[0];
    if (typeof happening === "number") {
      [seq, at] = [seq + 1, at + 1_000];
      const sides = { bid: happening * 100, ask: happening * 100 };
      const of = { symbol: "BTCUSDm", source: "coinbase", kind: "quoted", isHeld: false } as const;
      const quote = { ...of, ...sides, seq, heardAt: at, at: at - 50 };
      quotes.push(quote);
      step({ type: "quote", quote, context: [] });
      if (fills.length === 0) {
        command({
          type: "place",
          run: 1,
          order: { ...terms, ...exits, price: null, limitPrice: null, expiresAt: null },
        });
      }
    } else if (position) {
      const { id: positionId, version, target, trail } = position;
      if (happening === "close") command({ type: "close", positionId, version, units: null });
      else command({ type: "amend_position", positionId, version, stop: happening.stop * 100, target, trail });
    }
  }
  const story = storyOf({ costs: "none", costsVersion: null, exits, fills, rows });
  if (!story) throw new Error("the trade did not open");
  return { story, quotes, ...answersOf(story, quotes) };
}

function answersOf(story: PositionStory, quotes: readonly MarketQuote[]) {
  const records = quotes.map((quote) => ({ ...quote, type: "quote" as const }));
  return {
    trade: { kind: "part" as const, story, context: null, tapeFromMs: null as number | null },
    piece: {
      quotes: packQuotes(records, "BTCUSDm"),
      records: { first: quotes[0]?.seq ?? 0, last: quotes.at(-1)?.seq ?? 0 },
      isWhole: true,
      nextMs: null,
    },
  };
}

/**
 * Takes a price of every symbol of `two-more-symbols.ts` the whole way: from a source's frame to the text on the screen, and
 * from a typed order to its fill and receipt. Prints what it met. Run with both preloads of `worker/contract/new-symbol.test.ts`.
 */

import { encodeCompactFrame } from "../../worker/contract/compact-frame.ts";
import { foldDemoFills, NO_FILL_MEMORY } from "../../worker/contract/demo/demo-fill-basis.ts";
import { initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import type { DemoCommand, DemoEvent, DemoInput } from "../../worker/contract/demo/demo-types.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { checkDemoFill } from "../../worker/contract/demo/verify-demo-fill.ts";
import { decimalText } from "../../worker/contract/read-number.ts";
import {
  FEED_SYMBOLS,
  type FeedSymbol,
  isFeedSymbol,
  TRADED_SYMBOL_LIST,
  TRADED_SYMBOLS,
  type TradedSymbol,
} from "../../worker/contract/symbols.ts";
import { sealSegment } from "../../worker/contract/tape/seal-segment.ts";
import { decodeRecords, encodeRecords } from "../../worker/contract/tape/tape-codec.ts";
import { proofOf } from "../../worker/contract/tape/tape-proof.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL } from "../../worker/contract/tape/tape-seal.ts";
import { demoCommandRequest } from "../../worker/demo/demo-command.ts";
import { polledQuotes as polledByHub } from "../../worker/prices/feed-quote.ts";
import { QuoteBook } from "../../worker/prices/quote-book.ts";
import { kraken } from "../../worker/prices/sources/kraken-protocol.ts";
import { labelledPrices } from "../chart/plot/price-scale.ts";
import { stepsText, unitsText } from "../demo/demo-format.ts";
import { priceDecimals } from "../performance/trade-columns.tsx";
import { polledQuotes } from "../prices/poll.ts";
import { priceText } from "../prices/quote-text.ts";
import { readServerFrame } from "../prices/server-frame.ts";
import { quoteOf, takePrices } from "../state/prices.ts";
import { EMPTY_DRAFT } from "../ticket/draft.ts";
import { readOrder } from "../ticket/terms.ts";
import { formatPrice, formatSteps } from "../ui/format.ts";

/** A Wednesday. */
const NOW = Date.UTC(2026, 11, 9, 17, 35);

/** What a source quotes, and a limit that is typed below it. */
const PRICES: Readonly<Record<string, { bid: string; ask: string; limit: string; amount: string }>> = {
  EURUSDt: { bid: "1.16254", ask: "1.16257", limit: "1.16260", amount: "0.00000001" },
  PEPEUSDt: { bid: "0.00000073", ask: "0.00000074", limit: "0.00000075", amount: "999999" },
};

/** A source's quote, by frame and by poll, as the page has it. */
function arrive(symbol: FeedSymbol, { bid, ask }: { bid: string; ask: string }) {
  const source = kraken({ feedUrl: "wss://example.com" });
  const data = `{"symbol":"${FEED_SYMBOLS[symbol].kraken}","bid":${bid},"ask":${ask}}`;
  const [heard] = source.readQuotes(`{"channel":"ticker","type":"update","data":[${data}]}`, NOW);
  if (!heard) throw new Error(`${symbol} is no quote`);
  const comparison = { agreement: "alone", disagreesWith: null } as const;
  const { agreement, disagreesWith, ...taken } = new QuoteBook().take(heard, comparison);
  const origin = { source: taken.source, agreement, disagreesWith };
  const quote = { bid: taken.bid, ask: taken.ask, at: taken.at, dayOpen: taken.dayOpen, origin };
  const stamp = { source: "live", seq: 1, now: NOW } as const;
  const bytes = encodeCompactFrame({ ...stamp, after: null, quotes: { [symbol]: quote } });
  const frame = readServerFrame(bytes.buffer);
  if (frame?.type !== "prices") throw new Error("no frame of prices");
  takePrices(frame, NOW);
  const polled = JSON.parse(JSON.stringify({ prices: polledByHub({ [symbol]: { ...taken, ...comparison } }) }));
  return { framed: frame.quotes[symbol], polled: polledQuotes(polled)[symbol] };
}

function walk(symbol: FeedSymbol) {
  const typed = PRICES[symbol];
  const traded = TRADED_SYMBOL_LIST.find((one) => TRADED_SYMBOLS[one].pricedFrom === symbol);
  if (!typed || !traded) throw new Error(`${symbol} is not traded`);
  const { framed, polled } = arrive(symbol, typed);
  const quote = quoteOf(symbol).peek();
  if (!quote) throw new Error("the page has no quote");
  const { decimals } = FEED_SYMBOLS[symbol];
  const range = { min: quote.bid - 2, max: quote.ask + 2 };
  const labels = labelledPrices("linear", range, { heightPx: 54 * 5, step: 1, base: quote.mid });

  const draft = { ...EMPTY_DRAFT, type: "limit", price: typed.limit, amount: typed.amount } as const;
  const facts = { symbol: traded, quote, costs: "typical", costsVersion: 1, now: NOW } as const;
  const { terms: order } = readOrder(draft, facts);
  if (!order) throw new Error("the order is not read");
  const sent = JSON.parse(JSON.stringify({ command: { type: "place", run: 1, order } }));
  const body = demoCommandRequest.parse(sent);
  if (!("command" in body)) throw new Error("not a command in whole numbers");

  const { events, record } = carryOut(body.command, quote);
  const fills = foldDemoFills(NO_FILL_MEMORY, events).fills;
  const [fill] = fills;
  if (!fill) throw new Error("nothing was filled");
  const seal = sealSegment([record], NO_PREVIOUS_SEAL);
  const proof = { proof: proofOf([record], record.seq), seal };
  const receipt = { ...fill, quote: proof, neighbours: [], extreme: null };
  return {
    steps: [quote.bid, quote.mid, quote.ask],
    isPolledTheSame: Bun.deepEquals(framed, polled),
    screen: priceText(symbol, quote),
    axis: labels.map((steps) => formatSteps(steps, decimals)),
    order: [order.price && stepsText(traded, order.price), unitsText(order.units)],
    fill: stepsText(traded, fill.fill.price),
    ...closed(traded, fill.fill.price, decimals),
    receipt: checkDemoFill(JSON.parse(JSON.stringify(receipt))),
  };
}

/** The price of a closed trade in its list, whose row has dollars, and in a file. */
function closed(symbol: TradedSymbol, steps: number, decimals: number) {
  const dollars: number = JSON.parse(JSON.stringify(steps / 10 ** decimals));
  const trade = { symbol, entryPrice: dollars, exitPrice: dollars };
  return { list: formatPrice(dollars, priceDecimals(trade)), file: decimalText(steps, decimals, 0) };
}

/** Carries an order out at a quote that the tape has. */
function carryOut(command: DemoCommand, page: NonNullable<ReturnType<ReturnType<typeof quoteOf>["peek"]>>) {
  const { symbol, bid, ask, at, source, kind, seq } = page;
  const made: TapeRecord = { type: "quote", symbol, bid, ask, at, source, kind, seq, heardAt: NOW };
  const [record] = decodeRecords(encodeRecords([made]));
  if (record?.type !== "quote") throw new Error("the tape has another record");
  const { type: _type, ...told } = record;
  const market = { ...told, isHeld: false };
  const reset = { type: "reset", run: 0, startCents: 1_000_000, costs: "typical", leverage: null } as const;
  const inputs: DemoInput[] = [
    { type: "command", at: NOW, seq: 0, quotes: [], command: reset },
    { type: "command", at: NOW, seq: record.seq, quotes: [market], command },
  ];
  let state = initialDemoState();
  const events: DemoEvent[] = [];
  for (const input of inputs) {
    const step = stepDemo(state, input);
    if (step.refusal) throw new Error(JSON.stringify(step.refusal));
    state = step.state;
    events.push(...step.events);
  }
  return { events, record };
}

console.info(JSON.stringify(Object.keys(PRICES).filter(isFeedSymbol).map(walk)));

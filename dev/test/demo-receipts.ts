import { foldDemoFills, NO_FILL_MEMORY } from "../../worker/contract/demo/demo-fill-basis.ts";
import { initialDemoState } from "../../worker/contract/demo/demo-state.ts";
import type { DemoEvent, DemoFill, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { stepDemo } from "../../worker/contract/demo/step-demo.ts";
import { type DemoReceipt, verifyDemoFill } from "../../worker/contract/demo/verify-demo-fill.ts";
import { sealSegment } from "../../worker/contract/tape/seal-segment.ts";
import { proofOf, type SealedProof } from "../../worker/contract/tape/tape-proof.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL } from "../../worker/contract/tape/tape-seal.ts";
import { runDemoProgram } from "./demo-programs.ts";

/** Receipts of demo programs. Imports nothing that only one runtime has. */

/** A quote as the tape has it. */
export function recordOf({ isHeld: _isHeld, ...quote }: MarketQuote): TapeRecord {
  return { type: "quote", ...quote };
}

/** The receipts of a log's fills, each quote in a segment of its own. */
export function receiptsOf(events: readonly DemoEvent[], quotes: ReadonlyMap<number, MarketQuote>): DemoReceipt[] {
  return foldDemoFills(NO_FILL_MEMORY, events).fills.map(({ fill, basis }) => {
    const extreme = fill.extreme && quotes.get(fill.extreme.seq);
    return { fill, basis, quote: proven(fill.quote), neighbours: [], extreme: extreme ? proven(extreme) : null };
  });
}

function proven(quote: MarketQuote): SealedProof {
  const records = [recordOf(quote)];
  return { proof: proofOf(records, quote.seq), seal: sealSegment(records, NO_PREVIOUS_SEAL) };
}

/** The receipts of a random program. */
export function receiptsOfProgram(seed: number): DemoReceipt[] {
  let state = initialDemoState();
  const events: DemoEvent[] = [];
  const quotes = new Map<number, MarketQuote>();
  runDemoProgram(seed, (input) => {
    const given =
      input.type === "quote" ? [...input.context, input.quote] : input.type === "command" ? input.quotes : [];
    for (const quote of given) quotes.set(quote.seq, quote);
    const { state: next, ...outcome } = stepDemo(state, input);
    state = next;
    events.push(...outcome.events);
    return outcome;
  });
  return receiptsOf(events, quotes);
}

const FORGERIES: readonly ((fill: DemoFill) => Partial<DemoFill>)[] = [
  () => ({}),
  ({ price }) => ({ price: price + 1 }),
  ({ quote }) => ({ quote: { ...quote, bid: quote.bid + 1 } }),
  ({ units }) => ({ units: units * 2 }),
  ({ commissionCents }) => ({ commissionCents: commissionCents + 1 }),
  ({ profitCents }) => ({ profitCents: (profitCents ?? 0) - 1 }),
  ({ balanceCents }) => ({ balanceCents: balanceCents + 1 }),
];

/** The results of checking the receipts of programs, and forgeries of each: a line for each receipt. */
export function receiptVerdicts({ firstSeed, count }: { firstSeed: number; count: number }): string {
  const receipts = Array.from({ length: count }, (_, i) => receiptsOfProgram(firstSeed + i)).flat();
  const verdictsOf = (receipt: DemoReceipt) =>
    FORGERIES.map((forge) => verifyDemoFill({ ...receipt, fill: { ...receipt.fill, ...forge(receipt.fill) } }));
  return receipts.map((receipt) => verdictsOf(receipt).join(" ")).join("\n");
}

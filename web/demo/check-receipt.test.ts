import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { StoredTape, trailedReceipts } from "../../dev/test/trailed-receipts.ts";
import { type Proof, proofOf } from "../../worker/contract/tape/tape-proof.ts";
import { type Seal, sealHash } from "../../worker/contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { ReceiptProver } from "../../worker/demo/receipt-prover.ts";
import type { ReceiptStore } from "../../worker/demo/receipt-store.ts";
import { apiServer, ok } from "../test/api-server.ts";
import {
  checkReceipt,
  fetchPublishedSeals,
  PROOF_STEPS,
  type ProofStep,
  type SealedReceipt,
  sealedProofs,
} from "./check-receipt.ts";

setDefaultTimeout(600_000);

const context = apiServer();
let receipts: ReceiptStore;
let tape: StoredTape;
/** The public seals, as somebody who reads all of them has them. */
let published: Seal[];

beforeEach(async () => {
  const made = trailedReceipts();
  ({ receipts, tape } = made);
  published = [...tape.seals];
  await new ReceiptProver(tape).prove(receipts, made.endMs + 10_000);
});

/** A receipt whose trailing stop has an extreme in the minute before: two proofs under two seals. */
const TRAILED = 2;

/** @throws Error for a receipt without proofs */
function sealed(id: number): SealedReceipt {
  const receipt = receipts.read(id);
  if (!receipt?.proofs) throw new Error(`receipt ${id} has no proofs`);
  return { ...receipt, proofs: receipt.proofs };
}

type Quote = SealedReceipt["proofs"]["quote"];

/** The receipt with something else in the proof of its quote. */
function withQuote(receipt: SealedReceipt, change: (quote: Quote) => Partial<Quote>): SealedReceipt {
  const { quote } = receipt.proofs;
  return { ...receipt, proofs: { ...receipt.proofs, quote: { ...quote, ...change(quote) } } };
}

/** The seal with a change, whose hash is right again. */
function reseal(seal: Seal, change: Partial<Seal>): Seal {
  const changed = { ...seal, ...change };
  return { ...changed, seal: sealHash(changed) };
}

/** The proof of a quote of another symbol under the seal of the fill's quote. */
function otherSymbol({ fill, proofs }: SealedReceipt): Proof {
  const records = tape.segments.get(proofs.quote.seal.minuteMs) ?? [];
  const other = records.find((record) => record.type === "quote" && record.symbol !== fill.quote.symbol);
  return proofOf(records, other?.seq ?? 0);
}

const flip = (hash: string) => hash.replace(/^./, (first) => (first === "0" ? "1" : "0"));

test.each([1, TRAILED])("receipt %d is verified against the public seals", (id) => {
  expect(checkReceipt(sealed(id), published)).toEqual({
    result: "verified",
    tookMs: expect.any(Number),
    isWhole: true,
  });
});

type Forgery = [what: string, step: ProofStep, forge: (receipt: SealedReceipt) => SealedReceipt];
const FORGERIES: Forgery[] = [
  ["a better price", "rule", (is) => ({ ...is, fill: { ...is.fill, price: is.fill.price + 1 } })],
  ["more profit", "rule", (is) => ({ ...is, fill: { ...is.fill, profitCents: (is.fill.profitCents ?? 0) + 1 } })],
  ["a larger balance", "rule", (is) => ({ ...is, basis: { ...is.basis, balanceCents: is.basis.balanceCents + 1 } })],
  ["no proof of the extreme", "rule", (is) => ({ ...is, proofs: { ...is.proofs, extreme: null } })],
  [
    "a quote with another price",
    "quote",
    (is) => ({ ...is, fill: { ...is.fill, quote: { ...is.fill.quote, ask: is.fill.quote.ask + 1 } } }),
  ],
  [
    "a line that is no record",
    "quote",
    (is) => withQuote(is, ({ proof }) => ({ proof: { ...proof, line: `${proof.line} ` } })),
  ],
  ["another path", "path", (is) => withQuote(is, ({ proof }) => ({ proof: { ...proof, path: proof.path.map(flip) } }))],
  [
    "a quote beside it that is not on the tape",
    "path",
    (is) => {
      const neighbours = is.proofs.neighbours.map((near) => ({ ...near, line: `1${near.line}` }));
      return { ...is, proofs: { ...is.proofs, neighbours } };
    },
  ],
  [
    "a quote of another symbol beside it",
    "path",
    (is) => ({ ...is, proofs: { ...is.proofs, neighbours: [otherSymbol(is)] } }),
  ],
  [
    "the seal of another minute",
    "root",
    (is) => withQuote(is, ({ seal }) => ({ seal: reseal(seal, { minuteMs: seal.minuteMs + MINUTE_MS }) })),
  ],
  [
    "another seal before its own",
    "previous",
    (is) => withQuote(is, ({ seal }) => ({ seal: reseal(seal, { previous: flip(seal.previous) }) })),
  ],
  [
    "a seal that is not the hash of what it says",
    "seal",
    (is) => withQuote(is, ({ seal }) => ({ seal: { ...seal, seal: flip(seal.seal) } })),
  ],
];

test.each(FORGERIES)("%s is named: it fails at the step %s", (_, step, forge) => {
  const receipt = sealed(TRAILED);
  const forged = forge(receipt);
  expect(forged).not.toEqual(receipt);
  expect(checkReceipt(forged, published)).toEqual({ result: "different", step });
});

test("every step has a forgery that fails at it", () => {
  expect(new Set(FORGERIES.map(([, step]) => step))).toEqual(new Set(PROOF_STEPS));
});

test("a tape that was written anew with other prices differs from the public seals, whole as it is", async () => {
  const other = trailedReceipts();
  for (const record of [...other.tape.segments.values()].flat()) {
    if (record.type === "quote" && record.symbol === "ETHUSDm") record.ask += 1;
  }
  const rewritten = new StoredTape([...other.tape.segments.values()].flat());
  await new ReceiptProver(rewritten).prove(other.receipts, other.endMs + 10_000);
  ({ receipts } = other);
  // Alone it is right in itself.
  expect(checkReceipt(sealed(1), rewritten.seals)).toMatchObject({ result: "verified" });
  expect(checkReceipt(sealed(1), published)).toEqual({ result: "different", step: "seal" });
  expect(checkReceipt(sealed(TRAILED), published)).toEqual({ result: "different", step: "previous" });
});

test("a minute whose seal is not public yet is neither right nor wrong, that of the extreme neither", () => {
  const [first, second] = published;
  if (!first || !second) throw new Error("two minutes are expected");
  expect(checkReceipt(sealed(TRAILED), [first])).toEqual({ result: "unpublished" });
  expect(checkReceipt(sealed(TRAILED), [second])).toEqual({ result: "unpublished" });
  expect(checkReceipt(sealed(1), [first])).toMatchObject({ result: "verified" });
  // What is wrong in itself is said without them.
  const dearer = { ...sealed(1), fill: { ...sealed(1).fill, price: 1 } };
  expect(checkReceipt(dearer, [])).toEqual({ result: "different", step: "rule" });
});

test("the seals are read of the days of its minutes and of the hour before", async () => {
  const days: (string | null)[] = [];
  context.server.on("GET /api/market/tape/seals", ({ query }) => {
    days.push(query.get("day"));
    return ok({ seals: published });
  });
  const { signal } = new AbortController();
  expect(await fetchPublishedSeals(sealedProofs(sealed(TRAILED).proofs), signal)).toEqual(published);
  expect(days).toEqual(["2026-11-23"]);

  const atMidnight = withQuote(sealed(1), ({ seal }) => ({
    seal: { ...seal, minuteMs: Date.parse("2026-11-24T00:00:00Z") },
  }));
  days.length = 0;
  await fetchPublishedSeals(sealedProofs(atMidnight.proofs), signal);
  expect(days.sort()).toEqual(["2026-11-23", "2026-11-24"]);
});

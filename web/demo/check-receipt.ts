import type { DemoReceiptRecord, FillProofs } from "../../worker/contract/demo/demo-messages.ts";
import { checkDemoFill, type FillFault } from "../../worker/contract/demo/verify-demo-fill.ts";
import type { SealedProof } from "../../worker/contract/tape/tape-proof.ts";
import type { Seal } from "../../worker/contract/tape/tape-seal.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { answer, api } from "../state/api.ts";

/** A receipt whose minute is sealed. */
export type SealedReceipt = DemoReceiptRecord & { proofs: FillProofs };

/** A quote of a receipt with its proof. */
export type SealedQuote = { seq: number; sealed: SealedProof };

/** The steps of the proof, in the order in which they are checked. */
export const PROOF_STEPS = ["rule", "quote", "path", "root", "previous", "seal"] as const;
export type ProofStep = (typeof PROOF_STEPS)[number];

/**
 * What a check has found. `unpublished`: the public list does not have the minute yet. `unchecked`: this page does not know
 * something that the receipt says. `isWhole`: as of {@link checkDemoFill}.
 */
export type ReceiptCheck =
  | { result: "verified"; tookMs: number; isWhole: boolean }
  | { result: "unchecked" }
  | { result: "different"; step: ProofStep }
  | { result: "unpublished" };

/**
 * Recomputes a fill in this browser, and compares its seals with the public ones.
 * @param published the public seals of some days, oldest first
 */
export function checkReceipt({ fill, basis, proofs }: SealedReceipt, published: readonly Seal[]): ReceiptCheck {
  const startedMs = performance.now();
  const check = checkDemoFill({ fill, basis, ...proofs });
  if (check.result === "unchecked") return { result: "unchecked" };
  if (check.result === "malformed") return { result: "different", step: "rule" };
  if (check.result === "different") return { result: "different", step: STEP_OF[check.fault] ?? "rule" };
  const unlike = unlikePublished(sealedProofs(proofs), published);
  if (unlike) return unlike;
  return { result: "verified", tookMs: performance.now() - startedMs, isWhole: check.isWhole };
}

/** What the public seals say against those of some proofs; null for nothing. */
export function unlikePublished(sealed: readonly SealedProof[], published: readonly Seal[]): ReceiptCheck | null {
  for (const { seal } of sealed) {
    const known = published.find(({ minuteMs }) => minuteMs === seal.minuteMs);
    if (!known) return { result: "unpublished" };
    const before = published.find(({ lastSeq }) => lastSeq === known.firstSeq - 1);
    if (before && before.seal !== seal.previous) return { result: "different", step: "previous" };
    if (known.seal !== seal.seal) return { result: "different", step: "seal" };
  }
  return null;
}

/** The proofs of the fill's quote, and of the one that set a trailing stop's extreme. */
export function sealedProofs({ quote, extreme }: FillProofs): SealedProof[] {
  return extreme ? [quote, extreme] : [quote];
}

/** The step that a fault of the proof belongs to; all others are faults of the fill itself. */
export const STEP_OF: Partial<Record<FillFault, ProofStep>> = {
  bad_line: "quote",
  wrong_quote: "quote",
  wrong_path: "path",
  wrong_neighbour: "path",
  wrong_seal: "root",
  bad_seal: "seal",
};

/**
 * The public seals that a receipt needs: of the UTC days of its minutes, and of the days before a day's first minute.
 * @throws ApiError, NetworkError
 */
export async function fetchPublishedSeals(sealed: readonly SealedProof[], signal: AbortSignal): Promise<Seal[]> {
  const minutes = sealed.map(({ seal }) => seal.minuteMs);
  const days = new Set(minutes.flatMap((ms) => [dayOf(ms - HOUR_MS), dayOf(ms)]));
  const found = await Promise.all(
    [...days].sort().map((day) => answer(api.market.tape.seals.$get({ query: { day } }, { init: { signal } }))),
  );
  return found.flatMap(({ seals }) => seals);
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

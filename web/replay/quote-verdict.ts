import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { checkProof, type SealedProof } from "../../worker/contract/tape/tape-proof.ts";
import { recordLine } from "../../worker/contract/tape/tape-record.ts";
import type { Seal } from "../../worker/contract/tape/tape-seal.ts";
import { fetchPublishedSeals, unlikePublished } from "../demo/check-receipt.ts";
import { answer, api } from "../state/api.ts";

/** Proves a quote in this browser. Loaded when somebody asks, as the hashes are that it takes. */

export type ProofVerdict = "equal" | "differs" | "not_checked";

/** What a proof says of a quote: it is the line that is proven, and the seal is the public one. */
function verdictOn(quote: MarketQuote, sealed: SealedProof | null, published: readonly Seal[]): ProofVerdict {
  if (!sealed) return "not_checked";
  const { isHeld: _isHeld, ...record } = quote;
  const isLine = recordLine({ type: "quote", ...record }) === sealed.proof.line;
  if (!isLine || checkProof(sealed.proof, sealed.seal) !== true) return "differs";
  const unlike = unlikePublished([sealed], published);
  if (unlike === null) return "equal";
  return unlike.result === "unpublished" ? "not_checked" : "differs";
}

/** Whether a quote of a trade is on the tape. */
export async function quoteVerdict(tradeKey: string, quote: MarketQuote, signal: AbortSignal): Promise<ProofVerdict> {
  const query = { key: tradeKey, seq: String(quote.seq) };
  const { sealed } = await answer(api.replay.proof.$get({ query }, { init: { signal } }));
  return verdictOn(quote, sealed, sealed ? await fetchPublishedSeals([sealed], signal) : []);
}

import { useState } from "react";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { checkProof, type SealedProof } from "../../worker/contract/tape/tape-proof.ts";
import { recordLine } from "../../worker/contract/tape/tape-record.ts";
import type { Seal } from "../../worker/contract/tape/tape-seal.ts";
import { fetchPublishedSeals, unlikePublished } from "../demo/check-receipt.ts";
import { answer, api } from "../state/api.ts";
import { useQuery } from "../state/use-query.ts";
import { TextButton } from "../ui/text-button.tsx";
import { replayText as text } from "./replay-text.ts";

export type ProofVerdict = "equal" | "differs" | "not_checked";

/** What a proof says of a quote: it is the line that is proven, and the seal is the public one. */
export function verdictOn(quote: MarketQuote, sealed: SealedProof | null, published: readonly Seal[]): ProofVerdict {
  if (!sealed) return "not_checked";
  const { isHeld: _isHeld, ...record } = quote;
  const isLine = recordLine({ type: "quote", ...record }) === sealed.proof.line;
  if (!isLine || checkProof(sealed.proof, sealed.seal) !== true) return "differs";
  const unlike = unlikePublished([sealed], published);
  if (unlike === null) return "equal";
  return unlike.result === "unpublished" ? "not_checked" : "differs";
}

/** Proves on request, in this browser, that a quote is on the tape. */
export function QuoteProof({ tradeKey, quote }: { tradeKey: string; quote: MarketQuote }) {
  const [isAsked, setAsked] = useState(false);
  const { value, error, refetch } = useQuery({
    key: isAsked ? ["quote-proof", tradeKey, quote.seq] : null,
    fetch: async (signal): Promise<ProofVerdict> => {
      const query = { key: tradeKey, seq: String(quote.seq) };
      const { sealed } = await answer(api.replay.proof.$get({ query }, { init: { signal } }));
      return verdictOn(quote, sealed, sealed ? await fetchPublishedSeals([sealed], signal) : []);
    },
    failure: "proof of a quote not loaded",
  });
  if (!isAsked) return <TextButton onClick={() => setAsked(true)}>{text.checkQuote}</TextButton>;
  const verdict = value ?? (error ? "not_checked" : "checking");
  return (
    <span>
      <span role="status" style={verdict === "equal" ? { color: "var(--up)" } : undefined}>
        {text.verdicts[verdict]}
      </span>{" "}
      {verdict === "not_checked" && <TextButton onClick={() => void refetch()}>{text.checkQuote}</TextButton>}
    </span>
  );
}

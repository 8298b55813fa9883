import { useState } from "react";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { useQuery } from "../state/use-query.ts";
import { TextButton } from "../ui/text-button.tsx";
import { replayText as text } from "./replay-text.ts";

/** Proves on request, in this browser, that a quote is on the tape. */
export function QuoteProof({ tradeKey, quote }: { tradeKey: string; quote: MarketQuote }) {
  const [isAsked, setAsked] = useState(false);
  const { value, error, refetch } = useQuery({
    key: isAsked ? ["quote-proof", tradeKey, quote.seq] : null,
    fetch: async (signal) => (await import("./quote-verdict.ts")).quoteVerdict(tradeKey, quote, signal),
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

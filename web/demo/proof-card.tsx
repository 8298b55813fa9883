import type { ReactNode } from "react";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { serverNow } from "../state/prices.ts";
import type { Query } from "../state/use-query.ts";
import { Callout } from "../ui/callout.tsx";
import { formatClock } from "../ui/format.ts";
import { Stack } from "../ui/layout.tsx";
import { useNow } from "../ui/use-now.ts";
import type { ReceiptCheck, SealedQuote } from "./check-receipt.ts";
import { ReceiptChain } from "./receipt-chain.tsx";
import { receiptText as text } from "./receipt-text.ts";

type ProofCardProps = {
  /** Said where the tape has lost the quote for good; null where it has not. */
  lostText: string | null;
  /** When the quote was heard, epoch ms. */
  heardAtMs: number;
  /** Null until the minute of the quote is sealed. */
  sealed: SealedQuote | null;
  check: Query<ReceiptCheck>;
  timeZone: string;
  /** The next step for a receipt that does not match the tape. */
  onDifference: ReactNode;
};

/** Whether the minute of a quote is sealed, and what the check in this browser has found. */
export function ProofCard({ lostText, heardAtMs, sealed, check, timeZone, onDifference }: ProofCardProps) {
  if (lostText !== null) {
    return (
      <Told title={text.lost} tone="warn">
        {lostText}
      </Told>
    );
  }
  if (!sealed) return <Unsealed quoteAtMs={heardAtMs} />;
  return (
    <Stack gap={8}>
      <Outcome
        check={check}
        onDifference={onDifference}
        sealedAt={text.sealedAt(formatClock(sealed.sealed.seal.minuteMs + MINUTE_MS, timeZone))}
      />
      <ReceiptChain of={sealed} check={check.value} timeZone={timeZone} />
    </Stack>
  );
}

function Unsealed({ quoteAtMs }: { quoteAtMs: number }) {
  useNow(1_000);
  const closesAtMs = Math.floor(quoteAtMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  const seconds = Math.max(0, Math.ceil((closesAtMs - serverNow()) / 1000));
  return <Told title={text.unsealed}>{text.unsealedText(seconds)}</Told>;
}

type OutcomeProps = Pick<ProofCardProps, "check" | "onDifference"> & { sealedAt: string };

function Outcome({ check, sealedAt, onDifference }: OutcomeProps) {
  const { value, error } = check;
  if (value === null) {
    if (error === null) return <Told title={text.verifying}>{sealedAt}</Told>;
    return (
      <Told title={text.unchecked} tone="warn">
        {text.uncheckedText}
      </Told>
    );
  }
  switch (value.result) {
    case "verified":
      return (
        <Told title={text.verified} tone="up">
          {text.verifiedIn(value.tookMs, sealedAt)} {!value.isWhole && text.withoutOrder}
        </Told>
      );
    case "different":
      return (
        <Told title={text.different} tone="down">
          {text.differentText(value.step)} {onDifference}
        </Told>
      );
    case "unchecked":
      return (
        <Told title={text.notKnown} tone="warn">
          {text.notKnownText}
        </Told>
      );
    case "unpublished":
      return <Told title={text.unpublished}>{text.unpublishedText}</Told>;
  }
}

function Told(props: { title: string; tone?: "info" | "up" | "warn" | "down"; children: ReactNode }) {
  const { title, tone = "info", children } = props;
  return (
    <Callout tone={tone} role={tone === "down" ? "alert" : "status"}>
      <b>{title}</b>
      <p>{children}</p>
    </Callout>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ReactNode, useMemo } from "react";
import type { DemoReceiptRecord } from "../../worker/contract/demo/demo-messages.ts";
import type { DemoCosts, DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { ApiError, answer, api } from "../state/api.ts";
import { loadFailure } from "../state/load-failure.ts";
import type { QueryKey } from "../state/query.ts";
import { receiptPath } from "../state/receipt-links.ts";
import { user } from "../state/session.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Facts } from "../ui/facts.tsx";
import { capUsd, formatCount, formatDay, formatMoney, formatWith, formatZone } from "../ui/format.ts";
import { Copy, RefreshCw } from "../ui/icon.tsx";
import { Stack, Text } from "../ui/layout.tsx";
import { type Column, Table } from "../ui/list/table.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { withSupportLink } from "../ui/support-link.tsx";
import { media } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { useMedia } from "../ui/use-media.ts";
import {
  checkReceipt,
  fetchPublishedSeals,
  type ReceiptCheck,
  type SealedReceipt,
  sealedProofs,
} from "./check-receipt.ts";
import { stepsText, unitsText } from "./demo-format.ts";
import { PlanOfFill } from "./locked-plan.tsx";
import { ProofCard } from "./proof-card.tsx";
import { ReceiptChart } from "./receipt-chart.tsx";
import { WHY_THIS_PRICE } from "./receipt-link-text.ts";
import { type NearQuote, nearestQuotes, quotesAround } from "./receipt-quotes.ts";
import { ruleSentence, receiptText as text } from "./receipt-text.ts";

/** While the minute is not sealed, the receipt is read this often. */
export const SEALING_EVERY_MS = 5_000;

/** A receipt, and who reads it. */
export type ReceiptSource = {
  /** The key of the query that reads it. Null for a receipt that the reader may not see: none is requested. */
  key: QueryKey | null;
  fetch: (signal: AbortSignal) => Promise<DemoReceiptRecord>;
  /** The address that is copied. */
  path: string;
  /** Whose it is, for a reader who sees those of others. */
  owner?: string;
  words: {
    /** There is no such fill. */
    missing: string;
    /** The next step for a receipt that does not match the tape. */
    onDifference: ReactNode;
  };
};

type OwnReceiptProps = {
  fillId: number;
  /** The trader whom the receipt's link names; null where it names none. */
  linkedTrader: string | null;
  timeZone: string;
  onClose: () => void;
};

/** The receipt of a fill in the trader's own demo account. The link of another trader is refused as an unknown fill is. */
export function OwnReceiptDialog({ fillId, linkedTrader, ...props }: OwnReceiptProps) {
  useSignals();
  const traderId = user.value?._id ?? "";
  const isOwn = linkedTrader === null || linkedTrader === traderId;
  return (
    <ReceiptDialog
      {...props}
      source={{
        key: isOwn ? ["demo-receipt", fillId] : null,
        fetch: (signal) => answer(api.demo.fills[":id"].$get({ param: { id: String(fillId) } }, { init: { signal } })),
        path: receiptPath(fillId, traderId),
        words: { missing: text.missing, onDifference: withSupportLink(text.contactSupport) },
      }}
    />
  );
}

type ReceiptDialogProps = { source: ReceiptSource; timeZone: string; onClose: () => void };

/** Why a fill has its price: the quotes around it, the rule, the costs, and the proof, which this browser checks. */
export function ReceiptDialog({ source, timeZone, onClose }: ReceiptDialogProps) {
  const receipt = useQuery({
    key: source.key,
    fetch: source.fetch,
    everyMs: (value: DemoReceiptRecord | null) =>
      value && !value.proofs && !value.isLost ? SEALING_EVERY_MS : undefined,
    failure: "receipt not loaded",
  });
  const sealed = useMemo(() => (receipt.value ? sealedOf(receipt.value) : null), [receipt.value]);
  const check = useCheck(source, sealed);
  const { value } = receipt;
  return (
    <Dialog
      title={WHY_THIS_PRICE}
      {...(value && { note: headline(value.fill, timeZone, source.owner) })}
      mark={<DemoBadge />}
      width="large"
      isTall
      onClose={onClose}
      actions={value && <Actions receipt={value} check={check} path={source.path} />}
    >
      {value ? (
        <Receipt receipt={value} sealed={sealed} check={check} timeZone={timeZone} words={source.words} />
      ) : (
        <Missing query={receipt} source={source} />
      )}
    </Dialog>
  );
}

function sealedOf({ proofs, ...rest }: DemoReceiptRecord): SealedReceipt | null {
  return proofs && { ...rest, proofs };
}

/** Checks the receipt of a fill once it is sealed, against the seals that are public then. */
function useCheck({ key }: ReceiptSource, sealed: SealedReceipt | null): Query<ReceiptCheck> {
  return useReceiptCheck(["demo-receipt-check", key], sealed, async (receipt, signal) =>
    checkReceipt(receipt, await fetchPublishedSeals(sealedProofs(receipt.proofs), signal)),
  );
}

/**
 * Checks a receipt of any kind in this browser, and again while its seal is not public.
 * @param sealed null until there is something to check
 */
export function useReceiptCheck<Sealed>(
  key: readonly unknown[],
  sealed: Sealed | null,
  check: (sealed: Sealed, signal: AbortSignal) => Promise<ReceiptCheck>,
): Query<ReceiptCheck> {
  return useQuery({
    key: sealed && key,
    fetch: async (signal) => {
      if (!sealed) throw new Error("nothing to check");
      return check(sealed, signal);
    },
    // Caches store the public list for a while.
    everyMs: (value) => (value?.result === "unpublished" ? SEALING_EVERY_MS : undefined),
    failure: "receipt not checked",
    isLoadedAnew: true,
  });
}

function headline({ side, units, symbol, price, at }: DemoFill, timeZone: string, owner?: string): string {
  const what = text.filled(side, `${unitsText(units)} ${symbol}`, stepsText(symbol, price));
  return `${owner ? `${owner}: ` : ""}${what}, ${formatDay(at, timeZone)}, ${clockWithMs(at, timeZone)}`;
}

/** `20:17:12.406` */
export function clockWithMs(at: number, timeZone: string): string {
  return formatWith(at, timeZone, { hour: "24", second: "ms" });
}

function Missing({ query, source }: { query: Query<DemoReceiptRecord>; source: ReceiptSource }) {
  if (source.key === null || (query.error instanceof ApiError && query.error.status === 404))
    return <Callout role="alert">{source.words.missing}</Callout>;
  const failure = loadFailure(query.error, text.failure);
  if (failure) return <ErrorState {...failure} onRetry={() => void query.refetch()} isRetrying={query.isLoading} />;
  return <SpinnerBlock />;
}

/** Facts, chart with quotes, and proof: one below the other, or the chart at the left. */
export const ReceiptParts = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px 24px;
  ${media.desktop} {
    grid-template-columns: minmax(0, 1fr) 316px;
    grid-template-rows: auto 1fr;
    & > :nth-child(1),
    & > :nth-child(3) {
      grid-column: 2;
      align-self: start;
    }
    & > :nth-child(2) {
      grid-row: 1 / span 2;
      grid-column: 1;
    }
  }
`;

type ReceiptProps = {
  receipt: DemoReceiptRecord;
  sealed: SealedReceipt | null;
  check: Query<ReceiptCheck>;
  timeZone: string;
  words: ReceiptSource["words"];
};

function Receipt({ receipt, sealed, check, timeZone, words }: ReceiptProps) {
  const { fill } = receipt;
  const quotes = useMemo(() => quotesAround(fill.quote, fill.at, receipt.proofs?.neighbours), [fill, receipt.proofs]);
  const listed = useMemo(() => nearestQuotes(quotes), [quotes]);
  const isPhone = useMedia(media.phone);
  const columns = useMemo(() => {
    const { always, onPhones } = LEFT_OUT[costsOf(fill)];
    const leftOut = isPhone ? [...always, ...onPhones] : always;
    return quoteColumns(fill, timeZone).filter(({ key }) => !leftOut.includes(key));
  }, [fill, timeZone, isPhone]);
  return (
    <ReceiptParts>
      <Stack gap={12}>
        <Text as="h3" size="dense" weight={600}>
          {text.rule}
        </Text>
        <Text size="dense" tone="muted">
          {ruleSentence(fill)}
        </Text>
        <Facts arrange="rows" facts={factsOf(fill)} />
        {fill.kind === "open" && <PlanOfFill fill={fill} timeZone={timeZone} />}
      </Stack>
      <Stack gap={12}>
        <ReceiptChart
          quotes={quotes}
          price={fill.price}
          ageMs={fill.ageMs}
          sides={quotes.some(({ bid, ask }) => bid !== ask) ? ["ask", "bid"] : ["ask"]}
          label={text.chart}
          write={(steps) => stepsText(fill.symbol, steps)}
        />
        <Table caption={text.quotes} columns={columns} rows={listed} rowKey={({ seq }) => String(seq)} empty={null} />
      </Stack>
      <ProofCard
        lostText={receipt.isLost ? text.lostText : null}
        heardAtMs={fill.quote.heardAt}
        sealed={sealed && { seq: fill.quote.seq, sealed: sealed.proofs.quote }}
        check={check}
        timeZone={timeZone}
        onDifference={words.onDifference}
      />
    </ReceiptParts>
  );
}

/** The columns that there is no room for beside the price of a fill without costs, and on phones. */
const LEFT_OUT: Readonly<Record<DemoCosts, { always: readonly string[]; onPhones: readonly string[] }>> = {
  none: { always: ["time"], onPhones: ["bid", "ask"] },
  typical: { always: [], onPhones: ["time"] },
};

function costsOf({ costsVersion }: DemoFill): DemoCosts {
  return costsVersion === null ? "none" : "typical";
}

/** Without costs a fill is at the price that is shown, the middle of bid and ask, which is a column of its own then. */
function quoteColumns(fill: DemoFill, timeZone: string): Column<NearQuote>[] {
  const price = (side: "bid" | "ask" | "mid") => ({
    key: side,
    head: text[side],
    isNumeric: true,
    cell: (quote: NearQuote) => stepsText(fill.symbol, quote[side]),
  });
  return [
    { key: "seq", head: text.quote, isRowHead: true, cell: ({ seq }) => formatCount(seq) },
    {
      key: "time",
      head: `${text.time}, ${formatZone(timeZone, fill.at)}`,
      cell: ({ fromFillMs }) => clockWithMs(fill.at + fromFillMs, timeZone),
    },
    price("bid"),
    price("ask"),
    ...(costsOf(fill) === "none" ? [price("mid")] : []),
    {
      key: "toFill",
      head: text.toFill,
      isNumeric: true,
      cell: ({ fromFillMs, isUsed }) => {
        const words = text.fromFill(fromFillMs);
        return isUsed ? <b>{text.used(words)}</b> : words;
      },
    },
  ];
}

function factsOf(fill: DemoFill) {
  const { symbol, price, quote, asked, slippageSteps, commissionCents, ageMs } = fill;
  const money = (cents: number) => formatMoney(capUsd(dollarsFromCents(cents)));
  return [
    { name: `${text.quote} ${formatCount(quote.seq)}`, value: stepsText(symbol, price) },
    { name: text.age, value: `${formatCount(ageMs)} ms` },
    { name: text.source, value: text.sourceWords(fill) },
    { name: text.asked, value: asked !== null && stepsText(symbol, asked) },
    { name: text.slippage, value: slippageSteps !== null && text.slippageWords(symbol, slippageSteps) },
    { name: text.commission, value: money(commissionCents) },
    { name: text.margin, value: text.change(money(fill.marginBeforeCents), money(fill.marginAfterCents)) },
    { name: text.balance, value: money(fill.balanceCents) },
  ];
}

function Actions({ receipt, check, path }: Pick<ReceiptProps, "receipt" | "check"> & { path: string }) {
  return (
    <>
      <Button onClick={() => void copy(`${location.origin}${path}`)}>{text.copyLink}</Button>
      {/* What is lost has no proof, and never gets one. */}
      {!receipt.isLost && (
        <>
          <Button
            icon={RefreshCw}
            disabled={!receipt.proofs}
            isLoading={check.isLoading}
            onClick={() => void check.refetch()}
          >
            {check.value ? text.verifyAgain : text.verify}
          </Button>
          <Button variant="accent" icon={Copy} onClick={() => void copy(JSON.stringify(receipt, null, 2))}>
            {text.copyProof}
          </Button>
        </>
      )}
    </>
  );
}

async function copy(what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(what);
    toast.success(text.copied);
  } catch {
    toast.error(text.notCopied);
  }
}

import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { useLocation } from "wouter";
import type { AlertFiring, AlertReceipt, AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { fetchPublishedSeals, type ReceiptCheck } from "../demo/check-receipt.ts";
import { ProofCard } from "../demo/proof-card.tsx";
import { ReceiptChart } from "../demo/receipt-chart.tsx";
import { clockWithMs, ReceiptParts, SEALING_EVERY_MS, useReceiptCheck } from "../demo/receipt-dialog.tsx";
import { type NearQuote, quotesAround } from "../demo/receipt-quotes.ts";
import { ApiError } from "../state/api.ts";
import { loadFailure } from "../state/load-failure.ts";
import { ROUTE } from "../state/routes.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatCount, formatDateTime, formatPercent, formatZone } from "../ui/format.ts";
import { Stack, Text } from "../ui/layout.tsx";
import { type Column, Table } from "../ui/list/table.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { withSupportLink } from "../ui/support-link.tsx";
import { fetchReceipt } from "./alert-calls.ts";
import { alertLabels } from "./alert-labels.ts";
import { alertReceiptText as text } from "./alert-receipt-text.ts";
import { conditionWords, doubledWords, levelWords } from "./alert-words.ts";
import { alerts, armAgain } from "./alerts.ts";
import { checkAlertReceipt, proofsOfReceipt, type SealedAlertReceipt } from "./check-alert-receipt.ts";

type AlertReceiptProps = { firing: number; timeZone: string; onClose: () => void };

/** Why an alert fired when it did: the quotes around, what it waited for, and the proof, which this browser checks. */
export function AlertReceiptDialog({ firing, timeZone, onClose }: AlertReceiptProps) {
  const receipt = useQuery({
    key: ["alert-receipt", firing],
    fetch: (signal) => fetchReceipt(firing, signal),
    everyMs: (value: AlertReceipt | null) => (value && !value.proofs && !value.isLost ? SEALING_EVERY_MS : undefined),
    failure: "receipt not loaded",
  });
  const { value } = receipt;
  const sealed = useMemo(() => (value ? sealedOf(value) : null), [value]);
  const check = useCheck(firing, sealed);
  return (
    <Dialog
      title={alertLabels.receipt}
      {...(value && { note: text.fired(conditionWords(value.terms), formatDateTime(value.firing.at, timeZone)) })}
      width="large"
      isTall
      onClose={onClose}
      actions={value && <Actions receipt={value} onClose={onClose} />}
    >
      {value ? (
        <Receipt receipt={value} sealed={sealed} check={check} timeZone={timeZone} />
      ) : (
        <Missing query={receipt} />
      )}
    </Dialog>
  );
}

function sealedOf({ proofs, ...rest }: AlertReceipt): SealedAlertReceipt | null {
  return proofs && { ...rest, proofs };
}

function useCheck(firing: number, sealed: SealedAlertReceipt | null): Query<ReceiptCheck> {
  return useReceiptCheck(["alert-receipt-check", firing], sealed, async (receipt, signal) => {
    const proofs = proofsOfReceipt(receipt).map((one) => one.sealed);
    return checkAlertReceipt(receipt, await fetchPublishedSeals(proofs, signal));
  });
}

function Missing({ query }: { query: Query<AlertReceipt> }) {
  if (query.error instanceof ApiError && query.error.status === 404)
    return <Callout role="alert">{text.missing}</Callout>;
  const failure = loadFailure(query.error, text.failure);
  if (failure) return <ErrorState {...failure} onRetry={() => void query.refetch()} isRetrying={query.isLoading} />;
  return <SpinnerBlock />;
}

type ReceiptProps = {
  receipt: AlertReceipt;
  sealed: SealedAlertReceipt | null;
  check: Query<ReceiptCheck>;
  timeZone: string;
};

function Receipt({ receipt, sealed, check, timeZone }: ReceiptProps) {
  const { firing, terms, proofs, isLost } = receipt;
  const { symbol, condition } = terms;
  const { quote, before } = firing;
  const quotes = useMemo(() => drawnQuotes(firing, proofs?.neighbours), [firing, proofs]);
  const columns = useMemo(() => quoteColumns(terms, timeZone, firing.at), [terms, timeZone, firing]);
  return (
    <ReceiptParts>
      <Stack gap={12}>
        <Text size="dense" tone="muted">
          {condition.type === "move" ? text.firstMove : text.firstQuote}
        </Text>
        <Facts arrange="rows" facts={factsOf(receipt)} />
      </Stack>
      <Stack gap={12}>
        <ReceiptChart
          quotes={quotes}
          price={firing.value2 / 2}
          ringAt={(quote.bid + quote.ask) / 2}
          ageMs={0}
          hollowSeq={before?.seq}
          sides={["mid"]}
          label={text.chart}
          write={(steps) => levelWords(symbol, Math.round(steps))}
        />
        <Table
          caption={text.quotes}
          columns={columns}
          rows={before ? [before, quote] : [quote]}
          rowKey={({ seq }) => String(seq)}
          empty={null}
        />
      </Stack>
      <ProofCard
        lostText={isLost ? text.lostText : null}
        heardAtMs={quote.heardAt}
        sealed={sealed && { seq: quote.seq, sealed: sealed.proofs.quote }}
        check={check}
        timeZone={timeZone}
        onDifference={withSupportLink(text.contactSupport)}
      />
    </ReceiptParts>
  );
}

/** The quotes of the chart: those around, and the one before, which may be of an earlier minute. */
function drawnQuotes(
  { quote, before, at }: AlertFiring,
  neighbours: Parameters<typeof quotesAround>[2],
): readonly NearQuote[] {
  // A quote counts when it is heard.
  const heard = (one: MarketQuote) => ({ ...one, at: one.heardAt });
  const around = quotesAround(heard(quote), at, neighbours).map((near) => ({
    ...near,
    mid: (near.bid + near.ask) / 2,
  }));
  if (!before || around.some(({ seq }) => seq === before.seq)) return around;
  const { seq, bid, ask, heardAt } = before;
  const first: NearQuote = { seq, bid, ask, mid: (bid + ask) / 2, fromFillMs: heardAt - at, isUsed: false };
  return [first, ...around].sort((a, b) => a.seq - b.seq);
}

function quoteColumns({ symbol }: AlertTerms, timeZone: string, atMs: number): Column<MarketQuote>[] {
  return [
    { key: "seq", head: text.quote, isRowHead: true, cell: ({ seq }) => formatCount(seq) },
    {
      key: "mid",
      head: text.mid,
      isNumeric: true,
      isStrong: true,
      cell: ({ bid, ask }) => doubledWords(symbol, bid + ask),
    },
    {
      key: "time",
      head: text.time(formatZone(timeZone, atMs)),
      isNumeric: true,
      cell: ({ heardAt }) => clockWithMs(heardAt, timeZone),
    },
  ];
}

function factsOf({ firing, terms }: AlertReceipt) {
  const { quote, value2, extreme } = firing;
  const { symbol, condition, note } = terms;
  const price2 = quote.bid + quote.ask;
  const moved = extreme && ((price2 - (extreme.bid + extreme.ask)) * 100) / (extreme.bid + extreme.ask);
  return [
    { name: text.bidAndAsk, value: `${levelWords(symbol, quote.bid)}, ${levelWords(symbol, quote.ask)}` },
    ...(condition.type === "move"
      ? [
          { name: text.moved, value: moved !== null && formatPercent(moved, 2) },
          { name: text.began, value: extreme && doubledWords(symbol, extreme.bid + extreme.ask) },
        ]
      : [{ name: text.over[condition.direction], value: doubledWords(symbol, Math.abs(price2 - value2)) }]),
    { name: text.source, value: text.sourceWords(quote) },
    { name: text.toldYou, value: text.inPage },
    { name: text.note, value: note },
  ];
}

/** The query by which an address of the trading section names a symbol. */
const ticketPath = (symbol: string) => `${ROUTE.tradingOrders}?${new URLSearchParams({ symbol })}`;

function Actions({ receipt: { firing, terms }, onClose }: { receipt: AlertReceipt; onClose: () => void }) {
  useSignals();
  const [, navigate] = useLocation();
  const alert = alerts.value?.find(({ id }) => id === firing.alert);
  const hasEnded = alert?.state === "fired" || alert?.state === "expired";
  return (
    <>
      {alert && hasEnded && (
        <Button
          onClick={() => {
            onClose();
            void armAgain(alert);
          }}
        >
          {text.armAgain}
        </Button>
      )}
      <Button
        variant="accent"
        onClick={() => {
          onClose();
          navigate(ticketPath(terms.symbol));
        }}
      >
        {text.openTicket}
      </Button>
    </>
  );
}

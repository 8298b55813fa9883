import { TEXT_MAX } from "../../contract/limits.ts";
import { type CurrencyReport, type MonthReport, OPEN_KINDS } from "../../month-close/month-report.ts";
import { spanOf } from "../../month-close/month-rules.ts";
import { auditRead } from "../../platform/audit-log-store.ts";
import { countOneIfCaller } from "../../platform/counter-store.ts";
import { type CsvColumns, csvFile } from "../../platform/csv.ts";
import { plainText } from "../../platform/plain-text.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { shownReport } from "./find-month.ts";
import { selectClose } from "./month-admin-store.ts";
import { selectMonthFacts } from "./month-facts.ts";

/** A line of the file; sums in hundredths. */
type Line = {
  section: string;
  currency: string;
  item: string;
  count?: number;
  cents?: number | null;
  openingCents?: number;
  closingCents?: number;
};

/**
 * The report of a month as a CSV file. It takes a reason, counts towards the limit of exports, and is in the audit log.
 * @throws AppError `invalid_input` | `step_up_required` | `too_many_requests`
 */
export async function exportMonth(scope: Scope, month: string, typedReason: string) {
  const span = spanOf(month, scope.settings.OPERATION_TIME_ZONE);
  const reason = plainText(typedReason, { field: "reason", max: TEXT_MAX.note, lines: "several", isRequired: true });
  const { query } = scope.db;
  const nowMs = scope.now();
  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    selectClose(query, callerId, month),
    ...selectMonthFacts(query, callerId, span),
    ...countOneIfCaller(query, "exportByAdmin", callerId, nowMs),
    auditRead(
      query,
      callerId,
      { action: "admin.list_exported", subject: "list:months", detail: { month, purpose: reason } },
      nowMs,
    ),
  ]);
  const [[close], a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = rows;
  const { report, digest } = shownReport(scope, span, close, [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]);
  const head: Line[] = [
    { section: "Report", currency: "", item: `Month ${report.month}, ${report.timeZone}` },
    { section: "Report", currency: "", item: `SHA-256 ${digest}` },
    { section: "Report", currency: "", item: close?.close.sealedAtMs == null ? "Not sealed" : "Sealed" },
  ];
  const lines = [...head, ...linesOf(report)];
  return csvFile<Line, never>(COLUMNS, async () => ({ rows: lines, next: null }), scope.settings.OPERATION_TIME_ZONE);
}

const COLUMNS: CsvColumns<Line> = [
  ["Section", ({ section }) => section],
  ["Currency", ({ currency }) => currency],
  ["Item", ({ item }) => item],
  ["Count", ({ count }) => count ?? null],
  ["Amount", ({ cents }) => sum(cents)],
  ["Opening", ({ openingCents }) => sum(openingCents)],
  ["Closing", ({ closingCents }) => sum(closingCents)],
];

function linesOf({ currencies, foundLater }: MonthReport): Line[] {
  return [
    ...currencies.flatMap(currencyLines),
    ...foundLater.map(({ what, ofMonth, currency, count, cents }) => ({
      ...{ section: "Found later", currency, count, cents },
      item: `${words(what)}, of ${ofMonth}`,
    })),
  ];
}

function currencyLines({ currency, clients, accounts, bank, open }: CurrencyReport): Line[] {
  return [
    {
      ...{ section: "Client money", currency, item: "All traders" },
      ...{ openingCents: clients.openingCents, closingCents: clients.closingCents },
      cents: clients.closingCents - clients.openingCents,
    },
    ...clients.flows.flatMap(({ kind, count, movedCents, clientCents }) => [
      { section: "Moved", currency, item: words(kind), count, cents: movedCents },
      { section: "Client money by kind", currency, item: words(kind), count, cents: clientCents },
    ]),
    ...accounts.map(({ account, openingCents, changeCents, closingCents }) => ({
      ...{ section: "Account", currency, item: account, cents: changeCents, openingCents, closingCents },
    })),
    ...(bank
      ? [
          ...bank.accounts.map(({ account, balanceCents }) => ({
            ...{ section: "Bank", currency, item: account, cents: balanceCents },
          })),
          { section: "Bank", currency, item: "Client money less than the bank by", cents: bank.differenceCents },
          ...bank.terms.map(({ kind, count, cents }) => ({
            ...{ section: "Explained by", currency, item: words(kind), count, cents },
          })),
          { section: "Explained by", currency, item: "Not explained", cents: bank.notExplainedCents },
        ]
      : []),
    ...OPEN_KINDS.flatMap((what) =>
      open
        .filter((one) => one.what === what)
        .map(({ count, cents }) => ({ section: "Open at the end", currency, item: words(what), count, cents })),
    ),
  ];
}

const words = (code: string) => code.replaceAll("_", " ");
const sum = (cents: number | null | undefined) => (cents == null ? null : (cents / 100).toFixed(2));

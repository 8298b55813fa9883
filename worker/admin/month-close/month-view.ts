import { iso, isoOrNull } from "../../contract/iso-time.ts";
import { type CurrencyReport, digestOfReport, type MonthReport } from "../../month-close/month-report.ts";
import { units } from "../bank-statements/statement-view.ts";
import { approvalsView } from "../commands/approvals.ts";
import type { CloseRow } from "./month-admin-store.ts";

/** The report of a month as the admin API shows it; sums in units of the currency. */
export function reportView({ currencies, foundLater, ...report }: MonthReport) {
  return {
    ...report,
    currencies: currencies.map(currencyView),
    foundLater: foundLater.map(({ cents, ...found }) => ({ ...found, amount: units(cents) })),
  };
}

function currencyView({ currency, clients, accounts, bank, open }: CurrencyReport) {
  return {
    currency,
    clients: {
      opening: units(clients.openingCents),
      flows: clients.flows.map(({ kind, count, movedCents, clientCents }) => ({
        ...{ kind, count },
        moved: units(movedCents),
        /** What it did to traders' money. */
        clients: units(clientCents),
      })),
      closing: units(clients.closingCents),
    },
    accounts: accounts.map(({ account, openingCents, changeCents, closingCents }) => ({
      account,
      opening: units(openingCents),
      change: units(changeCents),
      closing: units(closingCents),
    })),
    bank: bank && {
      accounts: bank.accounts.map(({ account, balanceCents, lastLineAt }) => ({
        account,
        balance: balanceCents === null ? null : units(balanceCents),
        lastLineAt,
      })),
      balance: units(bank.bankCents),
      difference: units(bank.differenceCents),
      terms: bank.terms.map(({ kind, cents, count }) => ({ kind, count, amount: units(cents) })),
      notExplained: units(bank.notExplainedCents),
    },
    open: open.map(({ what, count, cents }) => ({ what, count, amount: units(cents) })),
  };
}

/** A prepared or sealed month. */
export function closeView({ close, preparedByName, sealedByName, auditedDigest, approvedBy }: CloseRow) {
  const isSealed = close.sealedAtMs !== null;
  return {
    _id: close.id,
    month: close.month,
    state: isSealed ? ("sealed" as const) : ("prepared" as const),
    digest: close.digest,
    /** Whether the stored report still gives its digest, and the audit log has that of the sealed one. */
    isIntact: digestOfReport(close.report) === close.digest && (!isSealed || auditedDigest === close.digest),
    preparedById: close.preparedBy,
    preparedBy: preparedByName ?? "",
    preparedAt: iso(close.preparedAtMs),
    sealedBy: sealedByName,
    sealedAt: isoOrNull(close.sealedAtMs),
    approvedBy: approvalsView(approvedBy),
  };
}

import { dollarsFromCents } from "../../contract/money.ts";
import type { selectClientMoney, selectHouseAccounts, selectUndecidedPayments } from "./money-store.ts";

type Rows = {
  clients: Awaited<ReturnType<typeof selectClientMoney>>;
  house: Awaited<ReturnType<typeof selectHouseAccounts>>;
  undecided: Awaited<ReturnType<typeof selectUndecidedPayments>>;
  /** The sum that admins have begun to pay at the bank and not completed. */
  begunCents: number;
};

/**
 * Client money: what all traders have, available and held, beside what the ledger and the bank must have. In dollars.
 *
 * Each transfer sums to zero, so the house accounts and what traders owe are the other side of all traders' money: client money is
 * what was paid in, less what was paid out, and the traders' results. The bank has in addition what came in payments that nobody has decided
 * about, and may lack what is being paid out, which stays held until it is completed.
 */
export function clientMoneyView({ clients, house, undecided, begunCents }: Rows) {
  const centsOf = (kind: "available" | "held" | "receivable") => clients.find((row) => row.kind === kind)?.cents ?? 0;
  const totalCents = centsOf("available") + centsOf("held");
  const owedCents = -centsOf("receivable");
  const ledgerCents = house.reduce((sum, { balanceCents }) => sum - balanceCents, owedCents);
  const undecidedCents = undecided.find(({ currency }) => currency === "USD")?.cents ?? 0;
  return {
    available: dollarsFromCents(centsOf("available")),
    held: dollarsFromCents(centsOf("held")),
    total: dollarsFromCents(totalCents),
    /** The sum of all traders' money by the house accounts. */
    byLedger: dollarsFromCents(ledgerCents),
    /** Zero, or the traders' accounts and those of the house do not belong together. */
    difference: dollarsFromCents(totalCents - ledgerCents),
    /** What traders owe of reversed deposits, which the house has paid for them. */
    owed: dollarsFromCents(owedCents),
    /** Payments in dollars that wait for a decision, and those in other currencies. */
    undecided: dollarsFromCents(undecidedCents),
    undecidedOther: undecided
      .filter(({ currency }) => currency !== "USD")
      .map(({ currency, cents }) => ({ currency, amount: cents / 100 })),
    payoutsBegun: dollarsFromCents(begunCents),
    /** The least that the account of deposits and payouts has at the bank. */
    bankHasAtLeast: dollarsFromCents(totalCents + undecidedCents - begunCents),
  };
}

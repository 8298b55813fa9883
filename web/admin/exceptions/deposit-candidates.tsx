import { ROUTE } from "../../state/routes.ts";
import { formatMoney } from "../../ui/format.ts";
import { Box, Grid, Text } from "../../ui/layout.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { QuietText } from "../core/admin-layout.ts";
import { DEPOSIT_ADMIN_TEXT } from "../deposits/deposit-admin-text.ts";
import { itemPath } from "../list/use-open-item.ts";
import type { TraderContext } from "../trader/trader-types.ts";
import { EXCEPTION_ADMIN_TEXT } from "./exception-admin-text.ts";
import type { AdminException } from "./exception-calls.ts";

const text = EXCEPTION_ADMIN_TEXT;

type DepositCandidatesProps = {
  exception: AdminException;
  /** The trader's deposits, newest first. */
  deposits: TraderContext["deposits"]["last"];
  at: (instant: string) => string;
};

/** The deposits that a payment may have been meant for. */
export function DepositCandidates({ exception, deposits, at }: DepositCandidatesProps) {
  const candidates = depositCandidates(exception, deposits);
  if (candidates.length === 0) return <QuietText>{text.noCandidate}</QuietText>;
  return (
    <Box as="ul" className="num" size="dense" line="between">
      {candidates.map(({ deposit, why }) => (
        <Grid key={deposit._id} as="li" columns="minmax(0, 1fr) auto" gap="0 12px" pad="6px 0">
          <TextLink href={itemPath(ROUTE.adminDeposits, deposit._id)}>{deposit.billNumber}</TextLink>
          <Text as="b" weight={500} textAlign="right">
            {formatMoney(deposit.amount)}
          </Text>
          <Text as="small" size="caption" tone="muted">
            {at(deposit.createdAt)}, {DEPOSIT_ADMIN_TEXT.status[deposit.status].toLowerCase()}
          </Text>
          <Text as="small" size="caption" tone="muted" textAlign="right">
            {text.candidate[why]}
          </Text>
        </Grid>
      ))}
    </Box>
  );
}

type Deposit = TraderContext["deposits"]["last"][number];
type Payment = Pick<AdminException, "paidAmount" | "paidCurrency"> & {
  deposit: Pick<AdminException["deposit"], "_id">;
};

/** `own`: the payment used this deposit's code; `same_sum`: an unpaid deposit of exactly this amount. */
type Candidate = { deposit: Deposit; why: "own" | "same_sum" };

/**
 * The deposits that a payment may have been meant for: the one whose code was paid, then unpaid ones of the same
 * amount. Pure.
 * @param deposits the trader's deposits, newest first
 */
function depositCandidates({ deposit, paidAmount, paidCurrency }: Payment, deposits: readonly Deposit[]): Candidate[] {
  const own = deposits.filter(({ _id }) => _id === deposit._id);
  const ofSum = deposits.filter(
    ({ _id, amount, status }) =>
      _id !== deposit._id && status !== "paid" && paidCurrency === "USD" && amount === paidAmount,
  );
  return [
    ...own.map((one) => ({ deposit: one, why: "own" as const })),
    ...ofSum.map((one) => ({ deposit: one, why: "same_sum" as const })),
  ];
}

import { ROUTE } from "../../state/routes.ts";
import { formatMoney, formatSum } from "../../ui/format.ts";
import { Box, Grid, Text } from "../../ui/layout.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { itemPath } from "../list/use-open-item.ts";
import { DEPOSIT_ADMIN_TEXT } from "./deposit-admin-text.ts";
import type { AdminDeposit } from "./deposit-calls.ts";

const text = DEPOSIT_ADMIN_TEXT;

/** A payment for a deposit's code that did not match it. */
export type PaymentForCode = AdminDeposit["payments"][number];

type PaymentListProps = { payments: readonly PaymentForCode[]; at: (instant: string) => string };

/** The payments for a code that did not match it, each with its link, its time and what became of it. */
export function PaymentList({ payments, at }: PaymentListProps) {
  return (
    <Box as="ul" className="num" size="dense" line="between">
      {payments.map(({ _id, status, paidAmount, paidCurrency, paidAt, isLate, creditedAmount }) => (
        <Grid key={_id} as="li" columns="minmax(0, 1fr) auto" gap="0 12px" pad="6px 0" align="baseline">
          <TextLink href={itemPath(ROUTE.adminExceptions, _id)}>{formatSum(paidAmount, paidCurrency)}</TextLink>
          <Text as="span" textAlign="right">
            {text.paymentStatus[status]}
            {creditedAmount !== null && `, ${formatMoney(creditedAmount)}`}
          </Text>
          {paidAt !== null && (
            <Text as="small" size="caption" tone="muted">
              {at(paidAt)}
              {isLate && `, ${text.late}`}
            </Text>
          )}
        </Grid>
      ))}
    </Box>
  );
}

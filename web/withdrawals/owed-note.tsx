import { depositReceiptPath } from "../state/routes.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Callout } from "../ui/callout.tsx";
import { formatMoney } from "../ui/format.ts";
import { OWED_TEXT as text } from "./owed-text.ts";
import type { WithdrawalLimits } from "./withdrawal-calls.ts";

/** That withdrawals wait for what the trader owes, and for which deposit. Few ever see it: it is loaded for them. */
export function OwedNote({ owed: { amount, billNumber } }: { owed: NonNullable<WithdrawalLimits["owed"]> }) {
  return (
    <Callout
      tone="warn"
      role="status"
      action={billNumber !== null && <ButtonLink href={depositReceiptPath(billNumber)}>{text.show}</ButtonLink>}
    >
      <b>{text.title(formatMoney(amount, "always"))}</b>
      <p>{text.detail(billNumber ?? "")}</p>
    </Callout>
  );
}

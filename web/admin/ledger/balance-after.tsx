import { Money } from "../../ui/money.tsx";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

/** The balance of an account after an entry; null when it is unknown. */
export function BalanceAfter({ balance }: { balance: number | null }) {
  return (
    <span title={balance === null ? TRANSFER_ADMIN_TEXT.notKept : undefined}>
      <Money usd={balance} />
    </span>
  );
}

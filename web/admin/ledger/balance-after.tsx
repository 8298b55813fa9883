import { Money } from "../../ui/money.tsx";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

/** What an account held after an entry, where that can be told. */
export function BalanceAfter({ balance }: { balance: number | null }) {
  return (
    <span title={balance === null ? TRANSFER_ADMIN_TEXT.notKept : undefined}>
      <Money usd={balance} />
    </span>
  );
}

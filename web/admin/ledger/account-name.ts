import type { LedgerAccount } from "./ledger-types.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

/** Label of an account: `Available, Bopha Keo`, `House, KHQR`. */
export function accountName({ kind, user }: Pick<LedgerAccount, "kind" | "user">): string {
  const name = TRANSFER_ADMIN_TEXT.account[kind];
  return user ? `${name}, ${user.name}` : name;
}

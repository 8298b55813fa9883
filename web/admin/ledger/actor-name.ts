import type { AdminTransfer } from "./ledger-types.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

/** Who moved money: a person, or the product by itself. */
export function actorName({ id, name }: AdminTransfer["actor"]): string {
  return name ?? (id === "system" ? TRANSFER_ADMIN_TEXT.system : id);
}

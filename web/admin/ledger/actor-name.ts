import type { AdminTransfer } from "./ledger-types.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

/** Label of the actor of a transfer: a person, or the system. */
export function actorName({ id, name }: AdminTransfer["actor"]): string {
  return name ?? (id === "system" ? TRANSFER_ADMIN_TEXT.system : id);
}

import type { DeskTransfer } from "./ledger-types.ts";
import { TRANSFER_DESK_TEXT } from "./transfer-admin-text.ts";

/** Who moved money: a person, or the product by itself. */
export function actorName({ id, name }: DeskTransfer["actor"]): string {
  return name ?? (id === "system" ? TRANSFER_DESK_TEXT.system : id);
}

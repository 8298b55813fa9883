import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";

/**
 * The rules of a frozen account: its owner reads everything and moves no money, and no admin pays anything out of it.
 * The triggers in `db/guards` refuse the same, whatever code writes; these rules say so earlier.
 */
type Freezable = { frozenAtMs: number | null };

/** Refuses an owner's action on their money. @throws AppError `account_frozen` */
export function assertNotFrozen({ frozenAtMs }: Freezable): void {
  if (frozenAtMs !== null) throw new AppError("account_frozen", ERROR_TEXT.account_frozen);
}

/** Refuses an admin's action that would let money leave an account. @throws AppError `account_frozen` */
export function assertOwnerNotFrozen(owner: Freezable): void {
  if (owner.frozenAtMs !== null) throw new AppError("account_frozen", ERROR_TEXT.owner_frozen);
}

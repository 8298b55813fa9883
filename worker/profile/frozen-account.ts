import { AppError, ERROR_TEXT } from "../contract/errors.ts";

/**
 * The rules of a frozen account: its owner can read everything but move no money, and admins cannot pay anything out of
 * it. The triggers of migration `frozen_account_guards` enforce the same for all code; these checks give an earlier
 * error.
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

import { NO_VALUE } from "../../ui/format.ts";
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  ChartNoAxesCombined,
  type IconGlyph,
  Landmark,
  Pencil,
  Undo2,
} from "../../ui/icon.tsx";
import type { MoneyMove } from "../core/moved-money.tsx";
import type { AdminTransfer, LedgerAccount, TransferKind } from "./ledger-calls.ts";
import { TRANSFER_ADMIN_TEXT } from "./transfer-admin-text.ts";

/** How accounts, actors and transfers are named on the screen. */

export const TRANSFER_GLYPH: Record<TransferKind, IconGlyph> = {
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  trades: ChartNoAxesCombined,
  payout_returned: Undo2,
  deposit_reversed: Undo2,
  receivable_collected: ArrowDownToLine,
  fee: Landmark,
  correction: Pencil,
  adjustment: Landmark,
  exception_received: ArrowDownToLine,
  exception_credited: ArrowDownToLine,
  exception_refunded: Undo2,
  exception_released: Undo2,
};

/** Which way a transfer moved a trader's money; undefined between the trader's own accounts. */
export function moveOf({ from, to }: Pick<AdminTransfer, "from" | "to">): MoneyMove | undefined {
  if (isHouse(from)) return "in";
  return isHouse(to) ? "out" : undefined;
}

/** The accounts of a transfer: `Balance → On hold`. */
export function routeOf({ from, to }: Pick<AdminTransfer, "from" | "to">): string {
  return `${accountKind(from)} → ${accountKind(to)}`;
}

const isHouse = (accountId: string | null) => accountId?.startsWith("house:") === true;

/** The kind of the account with an id such as `available:<user>` or `house:khqr`. */
function accountKind(accountId: string | null): string {
  if (accountId === null) return NO_VALUE;
  const [scope = "", rest = ""] = accountId.split(":");
  // A bank account has its id after its kind, an account in riel its currency.
  const [houseKind = ""] = rest.split(":");
  const kind = isHouse(accountId) ? houseKind : scope;
  return new Map<string, string>(Object.entries(TRANSFER_ADMIN_TEXT.account)).get(kind) ?? accountId;
}

/**
 * Label of an account: `Available, Bopha Keo`, `House, KHQR`, `House, bank account aba-usd`, `House, fees KHR`.
 * @param user its owner, where it is known and not of the house
 */
export function accountName(accountId: string, user: LedgerAccount["user"] = null): string {
  const name = accountKind(accountId);
  if (user) return `${name}, ${user.name}`;
  const [, , part = ""] = accountId.split(":");
  return isHouse(accountId) && part !== "" ? `${name} ${part === "khr" ? "KHR" : part}` : name;
}

/** Label of the actor of a transfer: a person, or the system. */
export function actorName({ id, name }: AdminTransfer["actor"]): string {
  return name ?? (id === "system" ? TRANSFER_ADMIN_TEXT.system : id);
}

/**
 * The purpose of a transfer, from a reference such as `withdrawal:<id>:complete`. An unknown reference is returned as
 * it is.
 */
export function purposeOf(reference: string): string {
  const [subject = "", , step = ""] = reference.split(":");
  return TRANSFER_ADMIN_TEXT.purpose[[subject, step].filter(Boolean).join(".")] ?? reference;
}

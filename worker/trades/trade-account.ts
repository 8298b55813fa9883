import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { TRADE_TEXT } from "./trade-answers.ts";

/**
 * The account that a request is about: `cash`, with the trades that admins imported, whose results are money; a demo run of the
 * caller; or one of their broker accounts, whose trades come from files. Runs and broker accounts are found under the caller's own id, so
 * that another trader's cannot be named.
 */
export type TradeAccount = { kind: "cash" } | { kind: "run"; run: number } | { kind: "broker"; number: number };

/** A demo run. */
export type RunAccount = Extract<TradeAccount, { kind: "run" }>;

/** A broker account. */
export type BrokerTradeAccount = Extract<TradeAccount, { kind: "broker" }>;

/** An account that may have many trades; a demo run has not. */
export type FoldedAccount = Exclude<TradeAccount, { kind: "run" }>;

/** The account of money. */
export const CASH = { kind: "cash" } as const satisfies TradeAccount;

const ERROR = "account must be cash, or run: or broker: with a number, such as run:1";

/** The query parameter `account`: `cash`, `run:N` or `broker:N`; cash when it is omitted. */
export const accountParameter = z
  .string(ERROR)
  .regex(/^(?:cash|(?:run|broker):[1-9]\d{0,8})$/, ERROR)
  .default("cash")
  .transform((text): TradeAccount => {
    const [kind, number] = text.split(":");
    if (number === undefined) return CASH;
    return kind === "run" ? { kind, run: Number(number) } : { kind: "broker", number: Number(number) };
  });

/** The account as the query parameter names it. */
export function nameOfAccount(account: TradeAccount): string {
  if (account.kind === "cash") return account.kind;
  return `${account.kind}:${account.kind === "run" ? account.run : account.number}`;
}

/** How many decimals the units of money have, in cash and in demo runs: they are cents. */
export const CENT_DECIMALS = 2;

/** @throws AppError `not_found` unless the caller's broker account was found */
export function assertBrokerAccount<Account>(found: Account | undefined): Account {
  if (found === undefined) throw new AppError("not_found", TRADE_TEXT.noSuchBrokerAccount, { field: "account" });
  return found;
}

/** @throws AppError `not_found` unless the caller's run was found */
export function assertRun<Run>(found: Run | undefined): Run {
  if (found === undefined) throw new AppError("not_found", TRADE_TEXT.noSuchRun, { field: "account" });
  return found;
}

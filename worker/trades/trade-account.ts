import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { TRADE_TEXT } from "./trade-answers.ts";

/**
 * The account that a request is about: `cash`, with the trades that admins imported, whose results are money; or a demo run of
 * the caller. A run is found under the caller's own id, so that another trader's cannot be named.
 */
export type TradeAccount = { kind: "cash" } | { kind: "run"; run: number };

/** A demo run. */
export type RunAccount = Extract<TradeAccount, { kind: "run" }>;

/** The account of money. */
export const CASH: TradeAccount = { kind: "cash" };

const ERROR = "account must be cash or run: with the number of a run, such as run:1";

/** The query parameter `account`: `cash` or `run:N`; cash when it is omitted. */
export const accountParameter = z
  .string(ERROR)
  .regex(/^(?:cash|run:[1-9]\d{0,8})$/, ERROR)
  .default("cash")
  .transform((text): TradeAccount => {
    const [, run] = text.split(":");
    return run === undefined ? CASH : { kind: "run", run: Number(run) };
  });

/** @throws AppError `not_found` unless the caller's run was found */
export function assertRun<Run>(found: Run | undefined): Run {
  if (found === undefined) throw new AppError("not_found", TRADE_TEXT.noSuchRun, { field: "account" });
  return found;
}

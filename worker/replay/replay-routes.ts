import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { query } from "../platform/input.ts";
import { jsonRead } from "../platform/request/security-headers.ts";
import type { AppEnv } from "../platform/scope.ts";
import { accountParameter } from "../trades/trade-account.ts";
import { quoteProof } from "./quote-proof.ts";
import { replayedQuotes } from "./replayed-quotes.ts";
import { type ReplayedPart, replayedPart, type TimedTrade, timedTrade } from "./replayed-trade.ts";

const wholeNumber = (name: string) => {
  const error = `${name} must be a whole number`;
  return z
    .string(error)
    .regex(/^\d{1,15}$/, error)
    .transform(Number);
};

const tradeQuery = z.strictObject({ account: accountParameter, key: wholeNumber("key") });
const proofQuery = z.strictObject({ key: wholeNumber("key"), seq: wholeNumber("seq") });
const quotesQuery = z.strictObject({
  key: wholeNumber("key"),
  from: wholeNumber("from"),
  after: wholeNumber("after").default(0),
});

/** The routes of what happened in a trade: only the caller's own can be named. */
export const replayRoutes = new Hono<AppEnv>()
  .get("/trade", query(tradeQuery), async (c) => {
    const { account, key } = c.req.valid("query");
    const scope = c.get("scope");
    // The list of an imported account's trades has all that its files say.
    if (account.kind === "broker") throw new AppError("not_found", ERROR_TEXT.not_found);
    const trade: ReplayedPart | TimedTrade =
      account.kind === "cash" ? await timedTrade(scope, key) : await replayedPart(scope, { run: account.run, id: key });
    return jsonRead({ success: true as const, trade });
  })
  .get("/proof", query(proofQuery), async (c) => {
    const { key, seq } = c.req.valid("query");
    return jsonRead({ success: true as const, sealed: await quoteProof(c.get("scope"), { id: key, seq }) });
  })
  .get("/quotes", query(quotesQuery), async (c) => {
    const { key, from, after } = c.req.valid("query");
    const piece = await replayedQuotes(c.get("scope"), { id: key, fromMs: from, afterSeq: after });
    return jsonRead({ success: true as const, ...piece });
  });

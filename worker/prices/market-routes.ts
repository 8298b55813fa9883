import { Hono } from "hono";
import * as z from "zod";
import { CANDLE_INTERVAL_LIST, CANDLES_PER_ANSWER } from "../contract/candles.ts";
import { AppError } from "../contract/errors.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol, isFeedSymbol } from "../contract/symbols.ts";
import { ERROR_TEXT, INPUT_TEXT } from "../platform/api-text.ts";
import { query } from "../platform/input.ts";
import type { AppEnv } from "../platform/scope.ts";
import { CandleCache, CLOSED_MS } from "./candle-cache.ts";
import { hubName, PRICE_FEED_NAME } from "./hub-shards.ts";
import { connectToHub } from "./open-socket.ts";
import { SealCache } from "./tape/seal-cache.ts";

const symbolList = z
  .string()
  .max(200)
  .transform((text, context): FeedSymbol[] => {
    const names = text.split(",");
    if (names.every(isFeedSymbol)) return names;
    context.addIssue({ code: "custom", message: `symbols takes ${FEED_SYMBOL_LIST.join(", ")}, with commas between` });
    return z.NEVER;
  });

const wholeNumber = (name: string) => z.coerce.number(`${name} must be a number`).int(`${name} must be a whole number`);

const pollQuery = z.strictObject({
  symbols: symbolList,
  since: wholeNumber("since").nonnegative().default(0),
});
const candlesQuery = z.strictObject({
  symbol: z.enum(FEED_SYMBOL_LIST, `symbol must be one of ${FEED_SYMBOL_LIST.join(", ")}`),
  interval: z.enum(CANDLE_INTERVAL_LIST, `interval must be one of ${CANDLE_INTERVAL_LIST.join(", ")}`),
  before: wholeNumber("before").positive("before must be epoch milliseconds").optional(),
  limit: wholeNumber("limit")
    .min(1, "limit must be at least 1")
    .max(CANDLES_PER_ANSWER.max, `limit must be at most ${CANDLES_PER_ANSWER.max}`)
    .default(CANDLES_PER_ANSWER.standard),
});
const sealsQuery = z.strictObject({ day: z.iso.date("day must be YYYY-MM-DD") });
const socketQuery = z.strictObject({ symbols: symbolList.optional() });

/** How long the seals of a day may be stored by whoever gets them: those of a past day never change. */
const SEALS_CACHED = { complete: "public, max-age=31536000, immutable", growing: "public, max-age=60" } as const;

/** How long candles that no trade changes may be. */
const CANDLES_CACHED = `public, max-age=${CLOSED_MS / 1_000}`;

const sealCache = new SealCache();
const candleCache = new CandleCache();

/** The routes of prices, candles and the tape's seals. */
export const marketRoutes = new Hono<AppEnv>()
  .get("/prices", async (c) => {
    const { address, settings, now } = c.get("scope");
    const prices = await c.env.PRICE_HUB.getByName(hubName(address)).quotes();
    return c.json({ success: true as const, prices, source: settings.PRICE_SOURCE_KIND, now: now() });
  })
  .get("/poll", query(pollQuery), async (c) => {
    const { symbols, since } = c.req.valid("query");
    const hub = c.env.PRICE_HUB.getByName(hubName(c.get("scope").address));
    const { prices, source, seq, now } = await hub.poll(symbols, since);
    return c.json({ success: true as const, prices, source, seq, now });
  })
  .get("/candles", query(candlesQuery), async (c) => {
    const { symbol, interval, before, limit } = c.req.valid("query");
    const beforeMs = before ?? Number.MAX_SAFE_INTEGER;
    const feed = c.env.PRICE_FEED.getByName(PRICE_FEED_NAME);
    const { candles, isWhole, isClosed } = await candleCache.get(
      { symbol, interval, beforeMs, limit },
      c.get("scope").now(),
      (asked) => feed.candles(asked),
    );
    if (isClosed) c.header("Cache-Control", CANDLES_CACHED);
    return c.json({ success: true as const, candles, isWhole });
  })
  .get("/tape/seals", query(sealsQuery), async (c) => {
    const { day } = c.req.valid("query");
    const feed = c.env.PRICE_FEED.getByName(PRICE_FEED_NAME);
    const { seals, isComplete } = await sealCache.get(day, c.get("scope").now(), () => feed.seals(Date.parse(day)));
    c.header("Cache-Control", isComplete ? SEALS_CACHED.complete : SEALS_CACHED.growing);
    return c.json({ success: true as const, day, seals });
  })
  // Handshakes that can be accepted as they are do not come here: `openSocket` has answered them.
  .get("/socket", query(socketQuery), async (c) => {
    if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") {
      c.header("Upgrade", "websocket");
      throw new AppError("upgrade_required", INPUT_TEXT.notWebSocket);
    }
    const origin = c.req.header("Origin");
    if (origin !== undefined && origin !== c.get("scope").settings.APP_ORIGIN) {
      throw new AppError("cross_origin", ERROR_TEXT.cross_origin);
    }
    const answer = await connectToHub(c.req.raw, c.get("scope"));
    if (!answer) throw new AppError("too_many_requests", ERROR_TEXT.too_many_requests);
    return answer;
  });

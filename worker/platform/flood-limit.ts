import type { MiddlewareHandler } from "hono";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import type { AppEnv } from "./scope.ts";

/**
 * Approximate limits, counted per location and without any database cost. Limits that must be exact are database rows.
 */

/** Limits the requests of one address, so that it cannot overload the product. */
export const limitFloods: MiddlewareHandler<AppEnv> = async (c, next) => {
  await countIn(c.env.REQUESTS_BY_ADDRESS, c.get("scope").address);
  await next();
};

/**
 * Limits the reads of one user. The user is unknown before the database is queried, so reads are counted by session;
 * public routes are counted by address alone.
 */
export const limitReads: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { access, credentials } = c.get("scope");
  const session = credentials?.cookieHash ?? credentials?.bearerHash;
  if (access.method === "GET" && access.who !== "public" && session) {
    await countIn(access.isHeavy ? c.env.HEAVY_READS_BY_SESSION : c.env.READS_BY_SESSION, session);
  }
  await next();
};

async function countIn(limit: RateLimit, key: string): Promise<void> {
  const { success } = await limit.limit({ key });
  if (!success) throw new AppError("too_many_requests", ERROR_TEXT.too_many_requests);
}

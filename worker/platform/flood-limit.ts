import type { MiddlewareHandler } from "hono";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import type { AppEnv } from "./scope.ts";

/** Approximate and per location, and of no cost to the database: limits that must hold are rows there. */

/** Stops one address from drowning the others. */
export const limitFloods: MiddlewareHandler<AppEnv> = async (c, next) => {
  await countIn(c.env.REQUESTS_BY_ADDRESS, c.get("scope").address);
  await next();
};

/**
 * Stops one person from drowning the others. Who they are is not known before the database is asked, so their session
 * stands for them; what is public is counted by address alone.
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

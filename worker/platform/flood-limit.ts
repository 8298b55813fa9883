import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { LocalCount } from "./local-count.ts";
import type { Scope } from "./scope.ts";

/**
 * Approximate limits, counted per location and without any database cost. Limits that must be exact are database rows.
 *
 * Each isolate counts by itself first, and calls the location's counter (a binding) only for those who have used a
 * quarter of their limit: most never do, and pay no call.
 */

/** What a key may do in a minute: the limits of the bindings in production, as `wrangler.toml` sets them. */
export const FLOOD_MAX = { REQUESTS_BY_ADDRESS: 600, READS_BY_SESSION: 120, HEAVY_READS_BY_SESSION: 30 } as const;

type FloodLimit = keyof typeof FLOOD_MAX;

const SHARE_WITHOUT_CALL = 1 / 4;

const localCounts = {
  REQUESTS_BY_ADDRESS: new LocalCount(MINUTE_MS),
  READS_BY_SESSION: new LocalCount(MINUTE_MS),
  HEAVY_READS_BY_SESSION: new LocalCount(MINUTE_MS),
} as const satisfies Record<FloodLimit, LocalCount>;

/** Limits the requests of one address, so that it cannot overload the product. @throws AppError `too_many_requests` */
export async function limitFloods(scope: Scope): Promise<void> {
  await countIn("REQUESTS_BY_ADDRESS", scope.address, scope);
}

/**
 * Limits the reads of one user. The user is unknown before the database is queried, so reads are counted by session;
 * public routes are counted by address alone.
 * @throws AppError `too_many_requests`
 */
export async function limitReads(scope: Scope): Promise<void> {
  const { access, credentials } = scope;
  const session = credentials?.cookieHash ?? credentials?.bearerHash;
  if (access.method !== "GET" || access.who === "public" || !session) return;
  await countIn(access.isHeavy ? "HEAVY_READS_BY_SESSION" : "READS_BY_SESSION", session, scope);
}

async function countIn(limit: FloodLimit, key: string, { bindings, now }: Scope): Promise<void> {
  if (localCounts[limit].add(key, now()) <= FLOOD_MAX[limit] * SHARE_WITHOUT_CALL) return;
  const { success } = await bindings[limit].limit({ key });
  if (!success) throw new AppError("too_many_requests", ERROR_TEXT.too_many_requests);
}

import { AppError } from "../../contract/errors.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import { ERROR_TEXT } from "../api-text.ts";
import type { Scope } from "../scope.ts";
import { LocalCount } from "./local-count.ts";

/**
 * Approximate limits, counted per location and without any database cost. Limits that must be exact are database rows.
 *
 * Each isolate counts by itself first, and calls the location's counter (a binding) only for those who have used a
 * quarter of their limit: most never do, and pay no call.
 */

/** How many requests a key may send in a minute: the limits of the bindings in production, as `wrangler.toml` sets them. */
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
  if (!(await isWithinFloodLimit(scope))) throw tooManyRequests();
}

/** Counts a request of an address. @returns false when the address has sent too many */
export function isWithinFloodLimit(request: Pick<Scope, "address" | "bindings" | "now">): Promise<boolean> {
  return isWithin("REQUESTS_BY_ADDRESS", request.address, request);
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
  const limit = access.isHeavy ? "HEAVY_READS_BY_SESSION" : "READS_BY_SESSION";
  if (!(await isWithin(limit, session, scope))) throw tooManyRequests();
}

async function isWithin(
  limit: FloodLimit,
  key: string,
  { bindings, now }: Pick<Scope, "bindings" | "now">,
): Promise<boolean> {
  if (localCounts[limit].add(key, now()) <= FLOOD_MAX[limit] * SHARE_WITHOUT_CALL) return true;
  return (await bindings[limit].limit({ key })).success;
}

function tooManyRequests(): AppError {
  return new AppError("too_many_requests", ERROR_TEXT.too_many_requests);
}

import { DAY_MS, MINUTE_MS } from "../contract/time.ts";
import { claimRun } from "../platform/job-run-store.ts";
import { logEvent } from "../platform/log.ts";
import { askNewToken } from "./bakong.ts";
import { encryptToken, tokenEndsAt, tokenInUse } from "./bakong-token.ts";
import { byTokenState, selectToken, storeToken } from "./provider-store.ts";
import type { Settler } from "./settle-deposit.ts";

/**
 * A token lives 90 days; a week leaves time for an operator when renewing fails. Source: `security.md` section 2, rule
 * 7.
 */
const RENEW_BEFORE_END_MS = 7 * DAY_MS;
/** Slightly less than a minute, because the runs of the cron are not exactly sixty seconds apart. */
const ABOUT_A_MINUTE_MS = MINUTE_MS - 5_000;

/**
 * The cron job for the payment network's token. Once a day it checks the token's expiry and renews it in its last week;
 * a token that the network refuses is renewed at once, at most once a minute. When that fails, the current token is
 * kept.
 * @returns how many were renewed
 */
export async function renewBakongToken({ db, settings, now }: Settler): Promise<{ renewed: 0 | 1 }> {
  const { query } = db;
  const nowMs = now();
  const everyMs = byTokenState({ refusedMs: ABOUT_A_MINUTE_MS, acceptedMs: DAY_MS });
  const [[run], [kept]] = await db.write([claimRun(query, "bakong_token", everyMs, nowMs), selectToken(query)]);
  if (!run || !kept) return { renewed: 0 };

  const endsAtMs = tokenEndsAt(await tokenInUse(settings, kept.tokenSealed));
  const isEnding = endsAtMs !== null && endsAtMs - nowMs <= RENEW_BEFORE_END_MS;
  if (!kept.isRefused && !isEnding) return { renewed: 0 };
  alert("provider_token_ending", { isRefused: kept.isRefused, ...daysLeft(endsAtMs, nowMs) });

  const answer = await askNewToken(settings.BAKONG_API_URL, settings.BAKONG_EMAIL);
  if ("reason" in answer) {
    alert("provider_token_not_renewed", { reason: answer.reason });
    return { renewed: 0 };
  }
  const { token } = answer;
  await db.write([storeToken(query, await encryptToken(settings, token), tokenEndsAt(token))]);
  logEvent("provider_token_renewed", { provider: "bakong", ...daysLeft(tokenEndsAt(token), now()) });
  return { renewed: 1 };
}

function alert(event: string, facts: Record<string, string | number | boolean>): void {
  logEvent(event, { provider: "bakong", alert: true, ...facts });
}

function daysLeft(endsAtMs: number | null, nowMs: number): { daysLeft?: number } {
  return endsAtMs === null ? {} : { daysLeft: Math.floor((endsAtMs - nowMs) / DAY_MS) };
}

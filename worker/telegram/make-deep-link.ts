import { DELIVERY } from "../contract/channels.ts";
import { iso } from "../contract/iso-time.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { authorizedBatch } from "../platform/session.ts";
import { ownBot } from "./own-bot.ts";
import { deepLink } from "./telegram-bot.ts";
import { makeToken } from "./telegram-store.ts";

/**
 * Makes the deep link by which the caller links a chat: valid for ten minutes, for the first chat that opens it, and only until another
 * one is made. It is of no use to whoever else has it, because the caller confirms which chat opened it.
 * @returns `id` names it in the confirmation
 * @throws AppError `not_found` without a bot | `not_signed_in` | `too_many_requests`
 */
export async function makeDeepLink(scope: Scope): Promise<{ id: string; url: string; expiresAt: string }> {
  const { query } = scope.db;
  const bot = ownBot(scope);
  const nowMs = scope.now();
  const token = randomToken();
  const id = await sha256Hex(token);
  const expiresAtMs = nowMs + DELIVERY.linkMs;
  await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "telegramLinkByAccount", callerId, nowMs),
    makeToken(query, callerId, { hash: id, expiresAtMs }),
  ]);
  return { id, url: deepLink(bot, token), expiresAt: iso(expiresAtMs) };
}

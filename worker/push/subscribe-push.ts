import { AppError } from "../contract/errors.ts";
import { joinLanguages } from "../contract/translated.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { auditIf, HAS_CHANGED_ONE, ownAccount } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { isPushOn, pushEndpoint } from "../platform/push-settings.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { sessionIdOf } from "../platform/session-store.ts";
import { isPointOfCurve } from "./browser-keys.ts";
import { endOldest, selectSubscriptionId, storeSubscription } from "./push-store.ts";
import { PUSH_TEXT as khmer } from "./push-text.km.ts";
import { PUSH_TEXT as english } from "./push-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** What a browser's `PushManager.subscribe` gives, and the endpoint that the browser had before, where it knows it. */
export type GivenSubscription = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  before?: string | undefined;
};

/**
 * Stores the subscription of the browser that calls, in place of the one that it had. The same again changes nothing.
 * @returns its id
 * @throws AppError `not_found` where there is no web push | `invalid_input` for an endpoint of no known push service |
 * `wrong_state` for one that its service has ended: the browser makes another | `not_signed_in` | `too_many_requests`
 */
export async function subscribePush(scope: Scope, { endpoint, keys, before }: GivenSubscription): Promise<number> {
  if (!isPushOn(scope.settings)) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (!pushEndpoint(endpoint, scope.settings)) {
    throw new AppError("invalid_input", TEXT.unknownService, { field: "endpoint" });
  }
  if (!(await isPointOfCurve(keys.p256dh))) throw new AppError("invalid_input", TEXT.oddKeys, { field: "keys" });
  const { query } = scope.db;
  const nowMs = scope.now();
  const sessionId = sessionIdOf(scope.credentials?.cookieHash ?? "");
  const { p256dh: publicKey, auth: secret } = keys;
  const browser = { sessionId, endpoint, publicKey, secret, userAgent: scope.userAgent, before: before ?? null };
  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "pushByAccount", callerId, nowMs),
    ...storeSubscription(query, { ...browser, userId: callerId }, nowMs),
    auditIf(query, { actor: callerId, action: "user.push_on", subject: ownAccount(callerId) }, HAS_CHANGED_ONE, nowMs),
    endOldest(query, callerId, nowMs),
    selectSubscriptionId(query, callerId, endpoint),
  ]);
  const id = rows[8][0]?.id;
  if (id === undefined) throw new Error("no row of a stored subscription");
  return id;
}

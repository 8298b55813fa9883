import type { Channel } from "../contract/channels.ts";
import { AppError } from "../contract/errors.ts";
import { insertTest } from "../notifications/delivery/delivery-store.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";

/** What a person asks to be tested: one of their browsers, or another channel. */
export type TestedChannel = { channel: Channel; browser?: number | undefined };

/**
 * Asks for a message that says that the channel works. It is sent after the answer; the channels say what became of it.
 * @returns the id of its delivery
 * @throws AppError `not_found` for a channel that the caller has not connected | `not_signed_in` | `too_many_requests`
 */
export async function testChannel(scope: Scope, { channel, browser }: TestedChannel): Promise<number> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "channelTestByAccount", callerId, nowMs),
    insertTest(query, callerId, { channel, subscriptionId: browser ?? null }, nowMs),
  ]);
  const [row] = rows[1];
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  return row.id;
}

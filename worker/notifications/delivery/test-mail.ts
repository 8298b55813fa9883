import type { Query } from "../../../db/client.ts";
import { settingsPath } from "../../contract/addresses.ts";
import { joinLanguages } from "../../contract/translated.ts";
import { composeContent, HELLO } from "../../platform/mail/compose-mail.ts";
import { queueMailToUser } from "../../platform/mail/outbox-store.ts";
import { CHANNEL_WORDS_TEXT as khmer } from "../channel-words-text.km.ts";
import { CHANNEL_WORDS_TEXT as english } from "../channel-words-text.ts";
import { isUnsentTest } from "./delivery-store.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The statement that queues the mail of a test, once. Triggers write what the mail service answers into its delivery. */
export function testMail(query: Query, appOrigin: string, test: { id: number; userId: string }, nowMs: number) {
  const settings = { link: `${appOrigin}${settingsPath("notifications")}`, text: TEXT.open };
  const content = composeContent(TEXT.test.title, [HELLO, TEXT.test.line, settings]);
  return queueMailToUser(query, `delivery:${test.id}`, content, isUnsentTest(test), nowMs);
}

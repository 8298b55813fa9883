import type { ChannelWords } from "../contract/channels.ts";
import type { Language } from "../contract/languages.ts";

/** A notification as a channel says it. */
export type ToldNotification = { id: number; event: string; subject: string; detail: string };

/**
 * What a push or a message of Telegram says of a notification, in one language.
 * @param options.showsSums whether sums of money are said; prices of alerts are said always, as they are of the market
 */
export function channelWords(
  row: ToldNotification,
  _language: Language,
  _options: { showsSums: boolean },
): ChannelWords {
  return { tag: `notification:${row.id}`, title: row.event, line: "", path: "/notifications" };
}

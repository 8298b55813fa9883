import { ROUTE, ROUTE_PATTERN, settingsPath } from "../contract/addresses.ts";
import { alertWords, type FiredAlert } from "../contract/alert-notice.ts";
import { ALERT_NOTICE_TEXT as khmerAlerts } from "../contract/alert-notice-text.km.ts";
import { ALERT_NOTICE_TEXT as englishAlerts } from "../contract/alert-notice-text.ts";
import type { ChannelWords } from "../contract/channels.ts";
import type { Language } from "../contract/languages.ts";
import { formatUsd } from "../contract/money.ts";
import { isNotificationEvent } from "../contract/notifications.ts";
import { TRADED_SYMBOL_LIST, TRADED_SYMBOLS } from "../contract/symbols.ts";
import { CHANNEL_WORDS_TEXT as khmer } from "./channel-words-text.km.ts";
import { CHANNEL_WORDS_TEXT as english } from "./channel-words-text.ts";
import { detailOf, firedAlertOf } from "./notification-detail.ts";

const TEXTS = { en: english, km: khmer };
const ALERT_TEXTS = { en: englishAlerts, km: khmerAlerts };

/** A notification as a channel says it. */
export type ToldNotification = { id: number; event: string; subject: string; detail: string };

/**
 * What a push or a message of Telegram says of a notification, in one language. The same alert has the same tag, so that its later push
 * takes the place of the one before.
 * @param options.showsSums whether sums of money are said; prices of alerts are said always, as they are of the market
 */
export function channelWords(
  row: ToldNotification,
  language: Language,
  { showsSums }: { showsSums: boolean },
): ChannelWords {
  const { event, subject } = row;
  const text = TEXTS[language];
  const tag = `notification:${row.id}`;
  if (event === "alert_fired") {
    const fired = firedAlertOf(row);
    if (fired)
      return { tag: `alert:${fired.alert}`, ...alertWords(ALERT_TEXTS[language], fired), path: alertPath(fired) };
  }
  const detail = detailOf(row);
  // An event with words of its own in its row, such as an incident of the operation.
  const own = detail.words?.[language] ?? detail.words?.en;
  if (own)
    return { tag: `duty:${subject}`, title: own.title, line: own.line, path: detail.path ?? ROUTE.notifications };
  if (!isNotificationEvent(event)) return { tag, ...text.other, path: ROUTE.notifications };
  const said = text.events[event];
  const { cents } = detail;
  const saysSum = showsSums && "sum" in said && cents != null;
  const line = saysSum ? said.sum(formatUsd(cents)) : said.line;
  return {
    tag,
    title: said.title,
    line: detail.hasPicture === 1 ? text.withPicture(line) : line,
    path: pathOf(event, subject),
  };
}

/** What is said once of several notifications that quiet hours have held. @param newestId names the tag */
export function severalWords(count: number, newestId: number, language: Language): ChannelWords {
  const text = TEXTS[language];
  const words = { title: text.several(String(count)), line: text.severalLine };
  return { tag: `notification:${newestId}`, ...words, path: ROUTE.notifications };
}

/** What a test says. */
export function testWords(deliveryId: number, language: Language): ChannelWords {
  return { tag: `test:${deliveryId}`, ...TEXTS[language].test, path: settingsPath("notifications") };
}

/** The words of the button that opens what a message is about. */
export function openWords(language: Language): string {
  return TEXTS[language].open;
}

function pathOf(event: keyof typeof english.events, subject: string): string {
  switch (event) {
    case "deposit_paid":
      return ROUTE_PATTERN.depositReceipt.replace(":billNumber", encodeURIComponent(subject));
    case "question_withdrawal":
    case "question_payment":
      return ROUTE.account;
    case "question_identity":
    case "identity_verified":
    case "identity_rejected":
    case "identity_reopened":
    case "card_expires":
      return ROUTE.profile;
    case "new_device":
    case "password_changed":
    case "second_factor_on":
    case "second_factor_off":
    case "google_linked":
      return settingsPath("security");
    case "telegram_linked":
    case "telegram_unlinked":
      return settingsPath("notifications");
    case "demo_closed":
      return ROUTE_PATTERN.tradingFill.replace(":fill", subject);
    case "alert_fired":
      return ROUTE.trading;
    case "product_news":
      return ROUTE.notifications;
    default:
      return ROUTE.accountHistory;
  }
}

/** The chart of an alert's symbol, which shows it. */
function alertPath({ alert, symbol }: FiredAlert): string {
  const traded = TRADED_SYMBOL_LIST.find(
    (one) => TRADED_SYMBOLS[one].addresses.includes(symbol.toLowerCase()) || one.toLowerCase() === symbol.toLowerCase(),
  );
  const [own] = traded ? TRADED_SYMBOLS[traded].addresses : [];
  return own ? `${ROUTE.trading}/${own}?alert=${alert}` : `${ROUTE.tradingChart}?symbol=${symbol}&alert=${alert}`;
}

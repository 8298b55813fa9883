import { alertWords } from "../contract/alert-notice.ts";
import { ALERT_NOTICE_TEXT as khmerAlerts } from "../contract/alert-notice-text.km.ts";
import { ALERT_NOTICE_TEXT as englishAlerts } from "../contract/alert-notice-text.ts";
import { formatUsd } from "../contract/money.ts";
import { MAIL_SWITCHES } from "../contract/notifications.ts";
import { forEachLanguage, joinLanguages, type Said } from "../contract/translated.ts";
import { composeContent, HELLO, type MailContent, type MailPart } from "../platform/mail/compose-mail.ts";
import type { MailKind } from "./mail-links/mail-kinds.ts";
import { detailOf, firedAlertOf } from "./notification-detail.ts";
import { NOTIFICATION_MAIL_TEXT as khmer } from "./notification-mail-text.km.ts";
import { NOTIFICATION_MAIL_TEXT as english } from "./notification-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });
const ALERT_TEXTS = { en: englishAlerts, km: khmerAlerts };

/** The kinds of mails, as their reader can end them, of some notifications. */
export function mailKindsOf(notifications: readonly MailedNotification[]): MailKind[] {
  const switches: Partial<Record<string, MailKind>> = MAIL_SWITCHES;
  return [...new Set(notifications.flatMap(({ event }) => switches[event] ?? []))];
}

/** A notification that a mail says. */
export type MailedNotification = { event: string; subject: string; detail: string };

/**
 * One mail about all that is to be mailed to a person.
 * @param notifications the newest of them, the newest first; events without words of their own are left out
 * @param count how many there are in all
 * @param stop the part by which such mails are ended
 */
export function notificationMail(
  appOrigin: string,
  notifications: readonly MailedNotification[],
  count: number,
  stop: MailPart,
): MailContent {
  const said = notifications.flatMap((one) => wordsOf(one) ?? []);
  const [first] = said;
  const links = [
    { link: `${appOrigin}/notifications`, text: TEXT.list },
    { link: `${appOrigin}/settings?tab=notifications`, text: TEXT.settings },
    stop,
  ];
  if (count === 1 && first) return composeContent(first.title, [HELLO, TEXT.item(first.title, first.line), ...links]);
  const more = count - said.length;
  return composeContent(TEXT.several(String(count)), [
    HELLO,
    ...said.map(({ title, line }) => TEXT.item(title, line)),
    ...(more > 0 ? [TEXT.more(String(more))] : []),
    ...links,
  ]);
}

function wordsOf(notification: MailedNotification): { title: Said; line: Said } | null {
  const { event, subject } = notification;
  const { cents, rule, symbol = "", title = "", text = "" } = detailOf(notification);
  switch (event) {
    case "deposit_paid":
      return { title: TEXT.depositPaid.title(formatUsd(cents ?? 0)), line: TEXT.depositPaid.line(subject) };
    case "demo_closed":
      if (!rule) return null;
      return {
        title: TEXT.demoClosed.title,
        line: TEXT.demoClosed.line(symbol, TEXT.demoClosed.rules[rule], formatUsd(cents ?? 0)),
      };
    case "alert_fired": {
      const fired = firedAlertOf(notification);
      if (!fired) return null;
      const words = forEachLanguage((language) => alertWords(ALERT_TEXTS[language], fired));
      return {
        title: forEachLanguage((language) => words[language].title),
        line: forEachLanguage((language) => words[language].line),
      };
    }
    case "product_news":
      return { title, line: text };
    default:
      return null;
  }
}

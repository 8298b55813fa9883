import { alertWords } from "../../worker/contract/alert-notice.ts";
import { ALERT_NOTICE_TEXT } from "../../worker/contract/alert-notice-text.ts";
import type { NotificationKind } from "../../worker/contract/notifications.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { tradedAs } from "../prices/traded-symbols.ts";
import { depositReceiptPath, ROUTE, ROUTE_PATTERN, settingsPath } from "../state/routes.ts";
import { formatDate, formatMoney, formatSignedMoney, formatSum } from "../ui/format.ts";
import { Bell, BellRing, ChartCandlestick, type IconGlyph, ShieldAlert, ShieldCheck, Wallet } from "../ui/icon.tsx";
import type { FoldedNotification } from "./fold-repeats.ts";
import type { Notification } from "./notification-calls.ts";
import { notificationsText as text } from "./notifications-text.ts";

const KIND_ICONS: Readonly<Record<NotificationKind, IconGlyph>> = {
  money: Wallet,
  security: ShieldCheck,
  alert: BellRing,
  order: ChartCandlestick,
  news: Bell,
};

/** The icon of a notification. */
export function iconOf(row: Notification): IconGlyph {
  return hasDoubt(row) ? ShieldAlert : KIND_ICONS[row.kind];
}

/** Whether a log-in on a new device waits for its person's answer: it was not confirmed, and its session can be ended. */
export function hasDoubt({ device }: Pick<Notification, "device">): boolean {
  return device !== null && device.session !== null && device.isOpen && !device.isConfirmed;
}

/** The title and the line of a notification. */
export function wordsOf(row: FoldedNotification): { title: string; line: string } {
  const { event, subject, amount, paid, device, closed, alert, news, times } = row;
  if (news) return { title: news.title, line: news.text };
  if (alert) {
    const { title, line } = alertWords(ALERT_NOTICE_TEXT, alert);
    return { title, line: times > 1 ? text.withTimes(line, times) : line };
  }
  const { title, line } = text.events[event];
  const said = line({
    // The subject of a card is its last day.
    subject: event === "card_expires" ? formatDate(subject, "UTC") : subject,
    amount: amount === null ? "" : closed ? formatSignedMoney(amount) : formatMoney(amount),
    paid: paid === null ? "" : formatSum(paid.amount, paid.currency),
    device: device === null ? "" : deviceWords(device),
    symbol: closed?.symbol ?? "",
    rule: closed ? text.rules[closed.rule] : "",
  });
  return { title, line: row.hasPicture ? text.withState(said, text.withPicture) : said };
}

function deviceWords({ name, country, session, isOpen, isConfirmed }: NonNullable<Notification["device"]>): string {
  const place = country === null ? name : text.inCountry(name, country);
  if (isConfirmed) return text.withState(place, text.wasYou);
  return session !== null && !isOpen ? text.withState(place, text.ended) : place;
}

/** The address of what a notification is about. */
export function pathOf({ event, subject, alert }: Notification): string {
  switch (event) {
    case "deposit_paid":
      return depositReceiptPath(subject);
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
    case "demo_closed":
      return ROUTE_PATTERN.tradingFill.replace(":fill", subject);
    case "alert_fired":
      return alert ? alertPath(alert) : ROUTE.trading;
    case "product_news":
    case "telegram_linked":
    case "telegram_unlinked":
      return ROUTE.notifications;
    default:
      return ROUTE.accountHistory;
  }
}

/** The chart of an alert's symbol, which shows it. */
function alertPath({ alert, symbol }: NonNullable<Notification["alert"]>): string {
  const traded = tradedAs(symbol);
  const [own] = traded ? TRADED_SYMBOLS[traded].addresses : [];
  return own ? `${ROUTE.trading}/${own}?alert=${alert}` : `${ROUTE.tradingChart}?symbol=${symbol}&alert=${alert}`;
}

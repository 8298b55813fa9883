import type { NotificationKind } from "../../worker/contract/notifications.ts";
import { depositReceiptPath, ROUTE, ROUTE_PATTERN, settingsPath } from "../state/routes.ts";
import { formatMoney, formatSignedMoney, formatSum } from "../ui/format.ts";
import { BadgeCheck, ChartCandlestick, type IconGlyph, Wallet } from "../ui/icon.tsx";
import type { Notification } from "./notification-calls.ts";
import { notificationsText } from "./notifications-text.ts";

export const KIND_ICONS: Readonly<Record<NotificationKind, IconGlyph>> = {
  money: Wallet,
  security: BadgeCheck,
  order: ChartCandlestick,
};

/** The title and the line of a notification. */
export function wordsOf({ event, subject, amount, paid, device, closed }: Notification): {
  title: string;
  line: string;
} {
  const { title, line } = notificationsText.events[event];
  const country = device?.country;
  return {
    title,
    line: line({
      subject,
      amount: amount === null ? "" : closed ? formatSignedMoney(amount) : formatMoney(amount),
      paid: paid === null ? "" : formatSum(paid.amount, paid.currency),
      device: device && country ? notificationsText.inCountry(device.name, country) : (device?.name ?? ""),
      symbol: closed?.symbol ?? "",
      rule: closed ? notificationsText.rules[closed.rule] : "",
    }),
  };
}

/** The address of what a notification is about. */
export function pathOf({ event, subject }: Notification): string {
  switch (event) {
    case "deposit_paid":
      return depositReceiptPath(subject);
    case "identity_verified":
    case "identity_rejected":
    case "identity_reopened":
      return ROUTE.profile;
    case "new_device":
    case "password_changed":
    case "second_factor_on":
    case "second_factor_off":
    case "google_linked":
      return settingsPath("security");
    case "demo_closed":
      return ROUTE_PATTERN.tradingFill.replace(":fill", subject);
    default:
      return ROUTE.accountHistory;
  }
}

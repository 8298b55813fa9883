import { CHANNELS, type Channel } from "../../contract/channels.ts";
import { isNotificationEvent, MAIL_SWITCHES, NOTIFICATION_EVENTS } from "../../contract/notifications.ts";
import { quietUntil } from "../../contract/quiet-hours.ts";
import { detailOf } from "../notification-detail.ts";
import { quietHoursOf } from "../notification-settings.ts";
import type { Turn } from "./delivery-facts.ts";

/** An incident of the operation, told to the admin who is on call; no list of a person has it. */
export const DUTY_EVENT = "incident";

/**
 * The channel that tells a notification next: the first of its person's order that is connected, is on for its kind and has not had its
 * turn. Null when none is left.
 */
export function nextChannel(turn: Turn): Channel | null {
  const order = channelOrder(turn.person.order);
  const left = order.slice(1 + (turn.channel === null ? -1 : order.indexOf(turn.channel)));
  return left.find((channel) => !turn.used.has(channel) && takes(turn, channel)) ?? null;
}

/** The channels of an order as it is stored; what it does not name, or a later version named, comes last. */
export function channelOrder(stored: string): Channel[] {
  const named = stored.split(",").flatMap((name) => CHANNELS.find((channel) => channel === name) ?? []);
  return [...new Set([...named, ...CHANNELS])];
}

function takes({ event, person, browsers, chat }: Turn, channel: Channel): boolean {
  // Of the operation's duty: whatever the person's switches say. Its mails are of its own.
  if (event === DUTY_EVENT) return channel === "push" ? browsers.length > 0 : channel === "telegram" && chat !== null;
  if (!isNotificationEvent(event)) return false;
  const kind = NOTIFICATION_EVENTS[event];
  if (channel === "email") {
    const mail = Object.hasOwn(MAIL_SWITCHES, event) ? MAIL_SWITCHES[event as keyof typeof MAIL_SWITCHES] : null;
    return mail !== null && person.email && person.mails[mail];
  }
  if (kind === "news") return false;
  return channel === "push" ? browsers.length > 0 && person.push[kind] : chat !== null && person.telegram[kind];
}

/** Until when quiet hours hold a notification, epoch ms; null for one that is told now. Security, money that leaves and alerts that say so are never held. */
export function heldUntil(turn: Turn, nowMs: number): number | null {
  const hours = quietHoursOf(turn.person);
  return hours === null || comesThrough(turn) ? null : quietUntil(hours, turn.person.timeZone, nowMs);
}

function comesThrough(turn: Turn): boolean {
  const { event } = turn;
  if (event === DUTY_EVENT) return true;
  if (event.startsWith("withdrawal_")) return true;
  if (event === "alert_fired")
    return detailOf(turn).isAlsoInQuietHours === true || detailOf(turn).isAlsoInQuietHours === 1;
  return isNotificationEvent(event) && NOTIFICATION_EVENTS[event] === "security";
}

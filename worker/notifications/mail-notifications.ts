import type { Database } from "../../db/client.ts";
import { MAIL_SWITCHES, type NotificationEvent, type NotificationMail } from "../contract/notifications.ts";
import { quietUntil } from "../contract/quiet-hours.ts";
import type { Settings } from "../platform/env.ts";
import { logFault } from "../platform/log.ts";
import { queueMailToUser } from "../platform/mail/outbox-store.ts";
import { unsubscribePart, unsubscribeUrl } from "./mail-links/unsubscribe-link.ts";
import { mailKindsOf, notificationMail } from "./notification-mail.ts";
import { quietHoursOf } from "./notification-settings.ts";
import {
  type Due,
  nameMail,
  postponeMails,
  selectDue,
  selectPeopleToMail,
  stillWaitsOf,
} from "./notification-store.ts";

/** How many people one run mails, and how many notifications a mail lists. */
const PEOPLE_MAX = 200;
const LISTED_MAX = 20;

type Person = ReturnType<typeof selectPeopleToMail>["_"]["result"][number];

/**
 * Queues the mails that are written from notifications: for each person one mail with all that is due. In quiet hours it holds what may
 * wait until they end; then all of it is due at once, and is one mail. What its person has turned off since is not mailed. Safe to run
 * concurrently: a mail is queued only if all that it says still waits.
 * @returns how many mails were queued
 */
export async function mailNotifications({
  db,
  settings,
  now,
}: {
  db: Database;
  settings: Pick<Settings, "APP_ORIGIN" | "COOKIE_SECRET">;
  now: () => number;
}): Promise<{ mailed: number }> {
  const nowMs = now();
  const [people] = await db.read([selectPeopleToMail(db.query, nowMs, PEOPLE_MAX)]);
  let mailed = 0;
  for (const person of people) {
    // One person whose mail cannot be written must not keep the others from theirs.
    mailed += await mailPerson(db, settings, person, nowMs).catch((error) => {
      logFault(error);
      return 0;
    });
  }
  return { mailed };
}

async function mailPerson(
  db: Database,
  settings: Pick<Settings, "APP_ORIGIN" | "COOKIE_SECRET">,
  person: Person,
  nowMs: number,
): Promise<number> {
  const { query } = db;
  const [wanted, unwanted] = eventsByWish(person);
  const quietHours = quietHoursOf(person);
  const quietUntilMs = quietHours && quietUntil(quietHours, person.timeZone, nowMs);
  const ofPerson = { userId: person.id, nowMs };
  const due: Due = { ...ofPerson, events: wanted, ...(quietUntilMs !== null && { isThrough: true }) };
  const [[facts], listed] = await db.read(selectDue(query, due, LISTED_MAX));
  const { count, newestId } = facts ?? { count: 0, newestId: 0 };
  const id = crypto.randomUUID();
  const kinds = mailKindsOf(listed);
  const url = await unsubscribeUrl(settings, person.id, kinds);
  await db.write([
    postponeMails(query, { ...ofPerson, events: unwanted }, null),
    ...(quietUntilMs === null ? [] : [postponeMails(query, { ...due, isThrough: false }, quietUntilMs)]),
    ...(count === 0
      ? []
      : [
          queueMailToUser(
            query,
            id,
            notificationMail(settings.APP_ORIGIN, listed, count, unsubscribePart(url, kinds)),
            stillWaitsOf(due, { count, newestId }),
            nowMs,
            url,
          ),
          nameMail(query, due, newestId, id),
        ]),
  ]);
  return count === 0 ? 0 : 1;
}

/** The events that are mailed from their rows: those that a person wants, and the others. */
function eventsByWish(
  person: Record<NotificationMail, boolean>,
): [wanted: NotificationEvent[], unwanted: NotificationEvent[]] {
  // The keys of the object are events.
  const events = Object.keys(MAIL_SWITCHES) as (keyof typeof MAIL_SWITCHES)[];
  const isWanted = (event: keyof typeof MAIL_SWITCHES) => person.email && person[MAIL_SWITCHES[event]];
  return [events.filter(isWanted), events.filter((event) => !isWanted(event))];
}

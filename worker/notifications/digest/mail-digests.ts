import type { Database } from "../../../db/client.ts";
import { quietUntil } from "../../contract/quiet-hours.ts";
import type { Settings } from "../../platform/env.ts";
import { logFault } from "../../platform/log.ts";
import { queueMailToUser } from "../../platform/mail/outbox-store.ts";
import { type SpanResults, selectRunsOfSpan, selectSpan, spanResults } from "../../trades/span-results.ts";
import { unsubscribePart, unsubscribeUrl } from "../mail-links/unsubscribe-link.ts";
import { quietHoursOf } from "../notification-settings.ts";
import {
  type DigestDue,
  isDigestWanted,
  moveDigest,
  personId,
  selectDueDigests,
} from "../notification-settings-store.ts";
import { type DigestFacts, digestMail, hasNews } from "./digest-mail.ts";
import {
  type DigestPeriod,
  dayAfterDigest,
  dayOfDueDigest,
  dayOfNextDigest,
  periodOfDigest,
  type SentDigest,
  timeOfDigest,
} from "./digest-schedule.ts";
import { selectOpenAlerts, selectWaiting } from "./digest-store.ts";

/** How many people one round reads, and how many alerts a mail lists. */
const PEOPLE_MAX = 200;
const LISTED_MAX = 5;
/** The digests of one zone are due at the same time. The next run, a minute later, sends the rest. */
const ROUNDS_MS = 25_000;

type Services = { db: Database; settings: Pick<Settings, "APP_ORIGIN" | "COOKIE_SECRET">; now: () => number };

/** A person whose digest is on. */
type Person = DigestDue & { digest: SentDigest };

/**
 * Queues the digests that are due, each once: the mail and the time of the next digest are one write, which does nothing where another
 * run was faster. After an outage only the newest is sent. Quiet hours put it off. One without news is not sent.
 * @returns how many mails were queued
 */
export async function mailDigests(services: Services): Promise<{ digests: number }> {
  const { db, now } = services;
  let digests = 0;
  for (const endsAtMs = now() + ROUNDS_MS; ; ) {
    const nowMs = now();
    const [people] = await db.read([selectDueDigests(db.query, nowMs, PEOPLE_MAX)]);
    let moved = 0;
    for (const person of people) {
      if (!isOn(person) || now() >= endsAtMs) continue;
      // One person whose mail cannot be written must not keep the others from theirs.
      const isQueued = await treatDigest(services, person, nowMs).catch(logFault);
      if (isQueued !== undefined) moved += 1;
      if (isQueued) digests += 1;
    }
    if (people.length < PEOPLE_MAX || moved === 0 || now() >= endsAtMs) return { digests };
  }
}

function isOn(person: DigestDue): person is Person {
  return person.digest !== "off";
}

/** Sends or schedules the digest of a person. @returns whether a mail was queued */
async function treatDigest(services: Services, person: Person, nowMs: number): Promise<boolean> {
  const { db, settings } = services;
  const { query } = db;
  const { digest, timeZone, id } = person;
  const planned = person.day ?? dayOfNextDigest(digest, timeZone, person.dueAtMs);
  const plannedMs = timeOfDigest(digest, timeZone, planned);
  if (plannedMs > nowMs) return move(db, person, { day: planned, dueAtMs: plannedMs });

  const day = dayOfDueDigest(digest, timeZone, planned, nowMs);
  const quietHours = quietHoursOf(person);
  const quietUntilMs = quietHours && quietUntil(quietHours, timeZone, nowMs);
  if (quietUntilMs !== null) return move(db, person, { day, dueAtMs: quietUntilMs });

  const nextDay = dayAfterDigest(digest, day);
  const next = { day: nextDay, dueAtMs: timeOfDigest(digest, timeZone, nextDay) };
  if (!person.email) return move(db, person, next);
  const facts = await readDigest(db, person, periodOfDigest(digest, timeZone, day), nowMs);
  if (!hasNews(facts)) return move(db, person, next);

  const url = await unsubscribeUrl(settings, id, [digest]);
  const content = digestMail(settings.APP_ORIGIN, facts, unsubscribePart(url, [digest]));
  const [queued] = await db.write([
    queueMailToUser(query, crypto.randomUUID(), content, isDigestWanted(person), nowMs, url),
    moveDigest(query, person, next),
  ]);
  return queued.rowsAffected === 1;
}

async function move(db: Database, person: Person, to: { day: number; dueAtMs: number }): Promise<false> {
  await db.write([moveDigest(db.query, person, to)]);
  return false;
}

/** What the digest of a period says to a person. */
export async function readDigest(
  { query, read }: Database,
  { id, digest, timeZone }: Pick<Person, "id" | "digest" | "timeZone">,
  period: DigestPeriod,
  nowMs: number,
): Promise<DigestFacts> {
  const userId = personId(id);
  const [runs, [open], alerts, deposits, withdrawals, [identity], ...cash] = await read([
    selectRunsOfSpan(query, userId, period),
    ...selectOpenAlerts(query, userId, LISTED_MAX),
    ...selectWaiting(query, userId, nowMs),
    ...selectSpan(query, userId, { kind: "cash" }, period),
  ]);
  const results: (SpanResults & { run: number | null })[] = [{ run: null, ...spanResults(timeZone, cash) }];
  for (const { run } of runs) {
    const rows = await read(selectSpan(query, userId, { kind: "run", run }, period));
    results.push({ run, ...spanResults(timeZone, rows) });
  }
  const { status } = identity ?? {};
  return {
    ...{ digest, timeZone, period, alerts, deposits, withdrawals },
    results: results.filter(({ trades }) => trades > 0),
    openAlerts: open?.count ?? 0,
    identity: status === "pending" || status === "rejected" ? status : null,
  };
}

import { DAY_MS, MINUTE_MS } from "./time.ts";

/**
 * What somebody is called for. An incident has one cause: its kind, and for some kinds what it is about. It lasts until the cause is gone,
 * and is told to who is on call until an admin acknowledges it.
 */
export type IncidentKind = keyof typeof INCIDENT_KINDS;

type KindRule = {
  /**
   * Whether a check of every minute sees the cause for as long as it lasts, and ends the incident without it. Others are seen when they
   * happen.
   */
  isWatched: boolean;
  /** How long the cause must last, in ms, before anybody is told. */
  graceMs: number;
  /** How long after it was last seen it has ended, in ms; null: when it is acknowledged. Of those that are not watched. */
  endsAfterMs: number | null;
};

const watched = (graceMs = 0): KindRule => ({ isWatched: true, graceMs, endsAfterMs: null });

/** The kinds of incidents, those about money first. */
export const INCIDENT_KINDS = {
  ledger_differs: watched(),
  withdrawals_paused: watched(),
  /** About the bill number of the deposit, as the two after it. */
  payment_mismatch: watched(),
  wrong_account: { isWatched: false, graceMs: 0, endsAfterMs: null },
  credit_not_confirmed: { isWatched: false, graceMs: 0, endsAfterMs: null },
  /** About the service. */
  provider_down: watched(15 * MINUTE_MS),
  feed_stale: watched(5 * MINUTE_MS),
  tape_differs: watched(),
  /** About the job. It runs each minute, or each five: the first failure alone calls nobody. */
  job_failed: { isWatched: false, graceMs: 30_000, endsAfterMs: 10 * MINUTE_MS },
  /** About the queue. */
  queue_over_age: watched(),
  backup_missed: watched(),
  backup_failed: watched(),
} as const satisfies Record<string, KindRule>;

export const INCIDENT = {
  /** Prices are stale when no source has sent anything for this long while somebody wants them. */
  feedStaleMs: 2 * MINUTE_MS,
  /** How many times who is on call is told again before everybody is. */
  repeatsAlone: 2,
  /** How long a push or a message of Telegram has to be shown before the incident is mailed too. */
  mailAfterMs: 2 * MINUTE_MS,
  /** How far ahead the rota is shown, and an admin can stand in. */
  weeksAhead: 8,
  overrideMaxMs: 60 * DAY_MS,
  rotaMax: 20,
} as const;

/** The queues of the admins that have a target age. */
export const INCIDENT_QUEUES = ["withdrawals", "identities", "exceptions", "imports"] as const;
export type IncidentQueue = (typeof INCIDENT_QUEUES)[number];

/** The cause of an incident. @property about null where the kind alone names it */
export type Cause = { kind: IncidentKind; about: string | null };

/** The name of a cause: the kind, and what it is about after a colon. */
export function causeName({ kind, about }: Cause): string {
  return about === null ? kind : `${kind}:${about}`;
}

/** Reads the name of a cause; null for a kind that this version does not know. */
export function readCause(name: string): Cause | null {
  const colon = name.indexOf(":");
  const kind = colon < 0 ? name : name.slice(0, colon);
  return isIncidentKind(kind) ? { kind, about: colon < 0 ? null : name.slice(colon + 1) } : null;
}

function isIncidentKind(name: string): name is IncidentKind {
  return Object.hasOwn(INCIDENT_KINDS, name);
}

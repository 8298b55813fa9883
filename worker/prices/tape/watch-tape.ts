import type { Database } from "../../../db/client.ts";
import type { SealBefore } from "../../contract/tape/check-seal.ts";
import { checkTape } from "../../contract/tape/check-tape.ts";
import type { Seal } from "../../contract/tape/tape-seal.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { Settings } from "../../platform/env.ts";
import { claimRun } from "../../platform/job-run-store.ts";
import { logEvent } from "../../platform/log.ts";
import { withTimeLimit } from "../../platform/time-limit.ts";
import { TAPE_PREFIX, tapeKey } from "./feed-tape.ts";
import {
  deleteMendedFaults,
  type MinuteFault,
  recordTapeFaults,
  selectTapeMarks,
  type TapeMark,
  writeTapeMarks,
} from "./tape-check-store.ts";

/** Slightly less than five minutes, because the runs of the cron are not exactly sixty seconds apart. */
const ABOUT_FIVE_MINUTES_MS = 5 * MINUTE_MS - 5_000;
/** How many segments a run reads at most: some two seconds of CPU at 40 quotes a second, of the 30 that a run has. */
const SEGMENTS_PER_RUN = 100;
/** How many segments a run removes at most: what the bucket lists and deletes in one call each. */
const REMOVED_PER_RUN = 1_000;
const BUCKET_TIMEOUT_MS = 8_000;

/** The environment of the check, which the cron provides. */
export type TapeWatch = {
  db: Database;
  settings: Pick<Settings, "TAPE_KEEP_DAYS">;
  /** The seals of minutes that are in the bucket, from a minute on, and the seal before them. */
  feed: { shippedSeals(fromMs: number, limit: number): Promise<{ before: Seal | null; seals: Seal[] }> };
  bucket: Pick<R2Bucket, "get" | "list" | "delete">;
  now: () => number;
};

/** The result for some seals that follow each other: each was checked, with its segment. */
type Checked = { seals: readonly Seal[]; faults: readonly MinuteFault[] };

/**
 * Checks the tape every five minutes: first the seals and segments since the last check, then older ones in turn, so
 * that all that are kept are read again and again. Afterwards it removes the segments that are older than they are
 * kept; their seals stay. Faults are recorded, and as long as there is one the cron has an incident of it.
 *
 * New seals are checked against a copy of the last one in the database, so that it is noticed when the whole chain was
 * made anew.
 * @returns how many segments were checked and removed, and how many faults were found
 * @throws what the bucket throws: one that is down is no fault of the tape
 */
export async function watchTape(watch: TapeWatch): Promise<{ checked?: number; faults?: number; removed?: number }> {
  const { db, settings, now } = watch;
  const startMs = now();
  const [[run], marks] = await db.write([
    claimRun(db.query, "tape", ABOUT_FIVE_MINUTES_MS, startMs),
    selectTapeMarks(db.query),
  ]);
  if (!run) return {};
  const markOf = (name: TapeMark["mark"]) => marks.find(({ mark }) => mark === name);
  const firstKeptDayMs = Math.floor(startMs / DAY_MS) * DAY_MS - settings.TAPE_KEEP_DAYS * DAY_MS;
  // When more days are kept than before, those that were removed do not come back.
  const keptFromMs = Math.max(firstKeptDayMs, markOf("removed")?.minuteMs ?? 0);

  const newest = markOf("new");
  const newFromMs = newest ? newest.minuteMs + MINUTE_MS : 0;
  const recent = await checkFrom(watch, {
    fromMs: newFromMs,
    keptFromMs,
    limit: SEGMENTS_PER_RUN,
    copy: copyOf(newest),
  });

  const again = markOf("again");
  const limit = SEGMENTS_PER_RUN - recent.seals.length;
  const againFromMs = Math.max(keptFromMs, again ? again.minuteMs + MINUTE_MS : 0);
  const older = await checkFrom(watch, { fromMs: againFromMs, toMs: newFromMs, keptFromMs, limit });
  // After the last one the next run begins with the first again.
  const isRoundOver = older.seals.length < limit;
  const next = limit === 0 && again ? again : positionOf(isRoundOver ? [] : older.seals);

  await record(watch, { recent, older }, [
    ...(recent.seals.length > 0 ? [{ mark: "new" as const, ...positionOf(recent.seals) }] : []),
    { ...next, mark: "again" },
    { mark: "removed", minuteMs: keptFromMs, lastSeq: null, seal: null },
  ]);
  return {
    checked: recent.seals.length + older.seals.length,
    faults: recent.faults.length + older.faults.length,
    removed: await removeBefore(watch.bucket, keptFromMs),
  };
}

/** Where a check ended; without seals, before all of them. */
function positionOf(seals: readonly Seal[]): Omit<TapeMark, "mark" | "atMs"> {
  const { minuteMs = 0, lastSeq = null, seal = null } = seals.at(-1) ?? {};
  return { minuteMs, lastSeq, seal };
}

/** The copy of the newest seal that was checked. */
function copyOf(mark: TapeMark | undefined): SealBefore | null {
  if (!mark || mark.lastSeq === null || mark.seal === null) return null;
  return { minuteMs: mark.minuteMs, lastSeq: mark.lastSeq, seal: mark.seal };
}

/**
 * Checks the seals from a minute on, and their segments.
 * @param span.toMs the first minute that is left out
 * @param span.copy replaces what the tape itself says of the seal before
 */
async function checkFrom(
  { feed, bucket }: TapeWatch,
  span: { fromMs: number; toMs?: number; keptFromMs: number; limit: number; copy?: SealBefore | null },
): Promise<Checked> {
  const { fromMs, toMs = Number.POSITIVE_INFINITY, keptFromMs, limit, copy } = span;
  if (limit === 0 || fromMs >= toMs) return { seals: [], faults: [] };
  const found = await feed.shippedSeals(fromMs, limit);
  const seals = found.seals.filter(({ minuteMs }) => minuteMs < toMs);
  const faults: MinuteFault[] = [];
  const segmentOf = async ({ minuteMs }: Seal) => {
    const stored = await withTimeLimit(bucket.get(tapeKey(minuteMs)), BUCKET_TIMEOUT_MS);
    return stored && (await withTimeLimit(stored.bytes(), BUCKET_TIMEOUT_MS));
  };
  for await (const checked of checkTape({ seals, segmentOf, before: copy ?? found.before, keptFromMs })) {
    for (const fault of checked.faults) faults.push({ minuteMs: checked.seal.minuteMs, ...fault });
  }
  return { seals, faults };
}

/** Writes how far the check has come and what it found. */
async function record(
  { db, now }: TapeWatch,
  { recent, older }: { recent: Checked; older: Checked },
  marks: readonly Omit<TapeMark, "atMs">[],
): Promise<void> {
  const { query } = db;
  const nowMs = now();
  const faults = [...recent.faults, ...older.faults];
  const [first, last] = [older.seals[0], older.seals.at(-1)];
  await db.write([
    writeTapeMarks(
      query,
      marks.map((mark) => ({ ...mark, atMs: nowMs })),
    ),
    ...(first && last
      ? [deleteMendedFaults(query, { fromMs: first.minuteMs, toMs: last.minuteMs }, older.faults)]
      : []),
    ...(faults.length > 0 ? [recordTapeFaults(query, faults, nowMs)] : []),
  ]);
  if (faults.length === 0) return;
  const reason = faults.map(({ minuteMs, fault, detail }) => `${tapeKey(minuteMs)} ${fault}: ${detail}`).join("; ");
  logEvent("tape_differs", { alert: true, faults: faults.length, reason: reason.slice(0, 1_000) });
}

/** Removes the segments of minutes before a time, the oldest first. @returns how many */
async function removeBefore(bucket: TapeWatch["bucket"], timeMs: number): Promise<number> {
  const { objects } = await withTimeLimit(
    bucket.list({ prefix: TAPE_PREFIX, limit: REMOVED_PER_RUN }),
    BUCKET_TIMEOUT_MS,
  );
  // Keys are listed in their order, which is that of the minutes.
  const old = objects.map(({ key }) => key).filter((key) => key < tapeKey(timeMs));
  if (old.length > 0) await withTimeLimit(bucket.delete(old), BUCKET_TIMEOUT_MS);
  return old.length;
}

import type { TapeFault } from "../../contract/tape/check-seal.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Scope } from "../../platform/scope.ts";
import { withTimeLimit } from "../../platform/time-limit.ts";
import { PRICE_FEED_NAME } from "../../prices/hub-shards.ts";
import type { selectTapeFaults, selectTapeMarks } from "../../prices/tape/tape-check-store.ts";

/** A feed that does not answer must not delay the overview. */
const PATIENCE_MS = 2_000;

/** The state of the tape, null when the feed did not answer. @param dayMs when today began */
export function readTapeStatus({ bindings }: Scope, dayMs: number) {
  const status = bindings.PRICE_FEED.getByName(PRICE_FEED_NAME).tapeStatus(dayMs);
  return withTimeLimit(status, PATIENCE_MS).catch(() => null);
}

/** The price tape on the overview. Times in ISO 8601 UTC, null when there was none yet. */
export function tapeView({
  status,
  marks,
  faultCount,
  faults,
}: {
  status: Awaited<ReturnType<typeof readTapeStatus>>;
  marks: Awaited<ReturnType<typeof selectTapeMarks>>;
  faultCount: number;
  faults: Awaited<ReturnType<typeof selectTapeFaults>[1]>;
}) {
  const newest = marks.find(({ mark }) => mark === "new");
  // Written by every check, also by one that found nothing new.
  const checkedAtMs = marks.find(({ mark }) => mark === "again")?.atMs ?? null;
  return {
    /** Null when the feed did not answer. */
    state: status && {
      /** The end of the last sealed minute. */
      sealedUntil: endOfMinute(status.lastSeal?.minuteMs ?? null),
      recordsToday: status.records,
      /** The sealed minutes that are not in the bucket. */
      unshippedMinutes: status.unshippedMinutes,
    },
    checkedAt: isoTime(checkedAtMs),
    /** The end of the last minute that was checked. */
    checkedUntil: endOfMinute(newest?.minuteMs ?? null),
    faultCount,
    /** The newest faults. */
    faults: faults.map(({ minuteMs, fault, detail }) => ({
      minuteAt: new Date(minuteMs).toISOString(),
      // Only the check of the tape writes faults.
      fault: fault as TapeFault,
      detail,
    })),
  };
}

function endOfMinute(minuteMs: number | null): string | null {
  return isoTime(minuteMs === null ? null : minuteMs + MINUTE_MS);
}

function isoTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

import { useEffect, useRef, useState } from "react";
import type { DayRow } from "./day-rows.ts";
import type { Asked } from "./line-decisions.tsx";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import type { ShownDay, StatementLine } from "./statement-calls.ts";

const text = RECONCILIATION_TEXT;

/** That a line is not any more as its dialog says; null while it is. */
export function overtakenOf(
  line: StatementLine,
  rows: readonly DayRow[],
  act: Asked["act"],
  isOwn: (id: string) => boolean,
) {
  const now = rows.find(({ id }) => id === line._id)?.line;
  if (!now || isOwn(line._id) || now.match?._id === line.match?._id) return null;
  return { now: act === "takeBack" ? text.isOpen : matchedBy(now), goOn: null };
}

function matchedBy({ match }: StatementLine): string {
  return match?.by ? text.isMatchedNow(match.by) : text.isMatchedByItself;
}

/** Says that somebody else has matched the chosen line while it was looked at. */
export function useOvertaken(id: string | null, row: DayRow | null, shown: ShownDay | null) {
  const own = useRef(new Set<string>());
  const before = useRef<{ id: string; line: StatementLine } | null>(null);
  const [news, setNews] = useState<{ id: string; message: string } | null>(null);
  const line = row?.line ?? null;
  useEffect(() => {
    const seen = before.current;
    if (seen && seen.id === id && seen.line.match === null && !own.current.has(seen.id) && shown) {
      if (line?.match) setNews({ id: seen.id, message: matchedBy(line) });
      // Where the open ones alone are listed it has left them.
      if (line === null) setNews({ id: seen.id, message: text.isMatchedElsewhere });
    }
    before.current = id !== null && line ? { id, line } : seen?.id === id ? seen : null;
  }, [id, line, shown]);
  return {
    message: news !== null && news.id === id ? news.message : null,
    own: (lineId: string) => void own.current.add(lineId),
    isOwn: (lineId: string) => own.current.has(lineId),
  };
}

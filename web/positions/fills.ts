import { useEffect, useMemo } from "react";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { onDemoNews } from "../demo/demo-account.ts";
import { answer, api } from "../state/api.ts";
import { usePages } from "../state/pages.ts";
import { invalidate } from "../state/query.ts";

/** A fill as a row of a list. */
export type FillRow = DemoFill & { _id: string };

const KEY = ["demo-fills"];

async function fetchFills(cursor: string | null, signal: AbortSignal) {
  const query = cursor === null ? {} : { cursor };
  const { fills, nextCursor } = await answer(api.demo.fills.$get({ query }, { init: { signal } }));
  return { rows: fills.map((fill): FillRow => ({ ...fill, _id: String(fill.id) })), nextCursor };
}

/**
 * The fills of a run, newest first, page by page; a fill that happens meanwhile appears at once.
 * @param run the current run: its fills are the newest ones of the account
 */
export function useRunFills(run: number) {
  useEffect(
    () =>
      onDemoNews(({ events }) => {
        if (events.some(({ type }) => type === "filled" || type === "run_started")) void invalidate(KEY);
      }),
    [],
  );
  const { value, hasMore, ...pages } = usePages({ key: KEY, fetchPage: fetchFills });
  // The same rows on every render: marks on the chart are placed anew for others.
  const rows = useMemo(() => value?.rows.filter((fill) => fill.run === run) ?? null, [value, run]);
  // The first fill of an earlier run ends this one's.
  return { ...pages, rows, hasMore: hasMore && rows?.length === value?.rows.length };
}

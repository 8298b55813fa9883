import { useEffect } from "react";
import type { DemoRunRecord } from "../../worker/contract/demo/demo-messages.ts";
import type { DemoRun } from "../../worker/contract/demo/demo-state.ts";
import type { DemoRunFigures } from "../../worker/contract/demo/demo-types.ts";
import { onDemoNews } from "../demo/demo-account.ts";
import { answer, api } from "../state/api.ts";
import { usePages } from "../state/pages.ts";
import { invalidate } from "../state/query.ts";

/** A run as a row of a list. */
export type RunRow = DemoRunRecord & { _id: string };

const KEY = ["demo-runs"];

async function fetchRuns(cursor: string | null, signal: AbortSignal) {
  const query = cursor === null ? {} : { cursor };
  const { runs, nextCursor } = await answer(api.demo.runs.$get({ query }, { init: { signal } }));
  return { rows: runs.map((run): RunRow => ({ ...run, _id: String(run.run) })), nextCursor };
}

/** The runs of the account, newest first, page by page. */
export function useRuns() {
  useEffect(
    () =>
      onDemoNews(({ events }) => {
        if (events.some(({ type }) => type === "run_started")) void invalidate(KEY);
      }),
    [],
  );
  return usePages({ key: KEY, fetchPage: fetchRuns });
}

/** The figures of a run: the final ones, or those of the current run as it is now. */
export function figuresOf({ run, figures }: DemoRunRecord, current: DemoRun | null): DemoRunFigures | null {
  return figures ?? (current?.number === run ? current : null);
}

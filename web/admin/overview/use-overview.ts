import { useCallback, useEffect, useState } from "react";
import { useDeskBeat } from "../desk/desk-beat.ts";
import { fetchOverview } from "./overview-calls.ts";
import type { DeskOverview } from "./overview-types.ts";

type State = { overview: DeskOverview | null; atMs: number; hasFailed: boolean };

/** How things stand, asked for at each beat of the desk. What was there stays while it cannot be asked for. */
export function useOverview(): State & { refresh: () => Promise<void> } {
  const [state, setState] = useState<State>({ overview: null, atMs: Date.now(), hasFailed: false });

  const refresh = useCallback(async () => {
    try {
      const overview = await fetchOverview();
      setState({ overview, atMs: Date.now(), hasFailed: false });
    } catch {
      setState((before) => ({ ...before, hasFailed: true }));
    }
  }, []);

  useEffect(() => {
    void refresh();
  }, [refresh]);
  useDeskBeat(refresh);
  return { ...state, refresh };
}

import { useCallback, useEffect, useState } from "react";
import { useDeskBeat } from "../desk/desk-beat.ts";
import { fetchLedgerChecks } from "./ledger-calls.ts";
import type { LedgerChecks } from "./ledger-types.ts";

type State = { checks: LedgerChecks | null; atMs: number; hasFailed: boolean };

/** What the automatic checks found, fetched again at each poll. A failed fetch keeps what was there. */
export function useLedgerChecks(): State & { refresh: () => Promise<void> } {
  const [state, setState] = useState<State>({ checks: null, atMs: Date.now(), hasFailed: false });
  const refresh = useCallback(async () => {
    try {
      const checks = await fetchLedgerChecks();
      setState({ checks, atMs: Date.now(), hasFailed: false });
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

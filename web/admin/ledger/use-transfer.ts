import { useCallback, useEffect, useState } from "react";
import { findTransfer } from "./ledger-calls.ts";
import type { WholeTransfer } from "./ledger-types.ts";

type State = { transfer: WholeTransfer | null; hasFailed: boolean };

const NOTHING: State = { transfer: null, hasFailed: false };

/** One transfer with its entries, which are immutable. Key the component by the id, so that it keeps one id. */
export function useTransfer(id: string): State & { retry: () => void } {
  const [state, setState] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed counter refetches
  useEffect(() => {
    let isActive = true;
    setState(NOTHING);
    findTransfer(id).then(
      (transfer) => isActive && setState({ transfer, hasFailed: transfer === null }),
      () => isActive && setState({ transfer: null, hasFailed: true }),
    );
    return () => {
      isActive = false;
    };
  }, [id, attempt]);

  return { ...state, retry: useCallback(() => setAttempt((last) => last + 1), []) };
}

import { useCallback, useEffect, useState } from "react";
import { ApiError, requestIdOf } from "../state/api.ts";
import { fetchReceipt, type Receipt, receiptError } from "./deposit-calls.ts";

/** The load state of a receipt. */
export type ReceiptState =
  | { kind: "loading" }
  | { kind: "loaded"; receipt: Receipt }
  /** The user has no receipt at this address. */
  | { kind: "missing" }
  | { kind: "failed"; title: string; text: string; requestId: string | null };

/** Loads a receipt; `load` loads it again. */
export function useReceipt(billNumber: string): { state: ReceiptState; isLoading: boolean; load: () => void } {
  const [state, setState] = useState<ReceiptState>({ kind: "loading" });
  const [isLoading, setIsLoading] = useState(true);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` triggers another load
  useEffect(() => {
    let isCurrent = true;
    setIsLoading(true);
    void fetchReceipt(billNumber)
      .then((receipt): ReceiptState => ({ kind: "loaded", receipt }), stateAfter)
      .then((next) => {
        if (!isCurrent) return;
        setState(next);
        setIsLoading(false);
      });
    return () => {
      isCurrent = false;
    };
  }, [billNumber, tries]);

  return { state, isLoading, load: useCallback(() => setTries((count) => count + 1), []) };
}

function stateAfter(error: unknown): ReceiptState {
  if (error instanceof ApiError && error.code === "not_found") return { kind: "missing" };
  return { kind: "failed", ...receiptError(error), requestId: requestIdOf(error) };
}

import { useCallback, useEffect, useState } from "react";
import { ApiError, requestIdOf } from "../state/api.ts";
import { fetchReceipt, type Receipt, receiptError } from "./deposit-calls.ts";

export type ReceiptState =
  | { kind: "loading" }
  | { kind: "loaded"; receipt: Receipt }
  /** There is none for this person at this address. */
  | { kind: "missing" }
  | { kind: "failed"; title: string; text: string; requestId: string | null };

/** Loads a receipt, and loads it anew on demand. */
export function useReceipt(billNumber: string): { state: ReceiptState; isLoading: boolean; load: () => void } {
  const [state, setState] = useState<ReceiptState>({ kind: "loading" });
  const [isLoading, setIsLoading] = useState(true);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another load
  useEffect(() => {
    let isWanted = true;
    setIsLoading(true);
    void fetchReceipt(billNumber)
      .then((receipt): ReceiptState => ({ kind: "loaded", receipt }), stateAfter)
      .then((next) => {
        if (!isWanted) return;
        setState(next);
        setIsLoading(false);
      });
    return () => {
      isWanted = false;
    };
  }, [billNumber, tries]);

  return { state, isLoading, load: useCallback(() => setTries((count) => count + 1), []) };
}

function stateAfter(error: unknown): ReceiptState {
  if (error instanceof ApiError && error.code === "not_found") return { kind: "missing" };
  return { kind: "failed", ...receiptError(error), requestId: requestIdOf(error) };
}

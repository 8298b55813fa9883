import { useSignals } from "@preact/signals-react/runtime";
import { createContext, useCallback, useMemo, useState } from "react";
import { sessionsResumed } from "../../state/session.ts";
import type { EvidenceState } from "./use-item-context.ts";

type EvidenceImages = {
  /** Reports the loading state of an image; null when it was removed from the page. */
  report: (src: string, state: EvidenceState | null) => void;
  /** Increases each time that failed images are to be loaded again, also in a new session. */
  attempt: number;
};

export const EvidenceImagesContext = createContext<EvidenceImages>({ report() {}, attempt: 0 });

/** Whether a view is the visible one: a view behind another tab is not. */
export const IsInSightContext = createContext(true);

/**
 * Tracks the loading state of the images that a decision depends on.
 * @returns `state` is the worst of them; `images` is the value of {@link EvidenceImagesContext}
 */
export function useEvidenceImages() {
  useSignals();
  const [states, setStates] = useState<ReadonlyMap<string, EvidenceState>>(new Map());
  const [reloads, setReloads] = useState(0);
  const attempt = reloads + sessionsResumed.value;
  const report = useCallback((src: string, state: EvidenceState | null) => {
    setStates((before) => {
      const after = new Map(before);
      if (state === null) after.delete(src);
      else after.set(src, state);
      return after;
    });
  }, []);
  const images = useMemo(() => ({ report, attempt }), [report, attempt]);
  const loadAgain = useCallback(() => setReloads((times) => times + 1), []);
  return { state: worstOf([...states.values()]), images, loadAgain };
}

/** From the one that allows least. */
const WORST_FIRST = ["loading", "unseen", "failed"] as const satisfies EvidenceState[];

/** Combines the states of several parts: the one that allows least. */
export function worstOf(states: readonly EvidenceState[]): EvidenceState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? "shown";
}

import { useSignals } from "@preact/signals-react/runtime";
import { createContext, useCallback, useMemo, useState } from "react";
import { sessionsResumed } from "../../state/session.ts";
import type { EvidenceState } from "./use-item-context.ts";

type EvidenceImages = {
  /** Reports how far an image has come; null when it is no longer on the page. */
  report: (src: string, state: EvidenceState | null) => void;
  /** Increases each time when the images that failed are to be loaded again; a new session is such a time. */
  attempt: number;
};

/** Where the images of an item report to. */
export const EvidenceImagesContext = createContext<EvidenceImages>({ report() {}, attempt: 0 });

/** Whether what an image is part of is in sight: a view that was left behind its tab is not. */
export const IsInSightContext = createContext(true);

/**
 * Follows the images that the open item is decided by.
 * @returns `state` is that of the worst of them; `images` is the value of {@link EvidenceImagesContext}
 */
export function useEvidenceImages() {
  useSignals();
  const [states, setStates] = useState<ReadonlyMap<string, EvidenceState>>(new Map());
  const [asked, setAsked] = useState(0);
  const attempt = asked + sessionsResumed.value;
  const report = useCallback((src: string, state: EvidenceState | null) => {
    setStates((before) => {
      const after = new Map(before);
      if (state === null) after.delete(src);
      else after.set(src, state);
      return after;
    });
  }, []);
  const images = useMemo(() => ({ report, attempt }), [report, attempt]);
  const loadAgain = useCallback(() => setAsked((times) => times + 1), []);
  return { state: worstOf([...states.values()]), images, loadAgain };
}

/** What several parts of the evidence come to: nothing is decided while one of them may still come. */
export function worstOf(states: readonly EvidenceState[]): EvidenceState {
  if (states.includes("loading")) return "loading";
  return states.includes("failed") ? "failed" : "shown";
}

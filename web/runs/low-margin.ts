/** A margin level below this is warned of, percent. */
export const LOW_MARGIN_PERCENT = 150;

/** Below it a run is called for margin. */
const MARGIN_CALL_PERCENT = 100;

/** The colour of a margin level; none where it is high enough, or unknown. */
export function marginTone(levelPercent: number | null | undefined): "warn" | "down" | undefined {
  if (levelPercent == null || levelPercent >= LOW_MARGIN_PERCENT) return undefined;
  return levelPercent < MARGIN_CALL_PERCENT ? "down" : "warn";
}

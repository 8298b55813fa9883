/** A margin level below this is warned of, percent. */
export const LOW_MARGIN_PERCENT = 150;

/** The width up to which the code and its facts are stacked instead of side by side. */
export const COMPACT = "@media (max-width: 719px)";

/** Where the code and its facts stand below each other instead of side by side. */
export const COMPACT = "@media (max-width: 719px)";

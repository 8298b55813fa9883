import type { Looks } from "../ui/look.ts";

/** How the dashboard of a new account is arranged, for its skeleton too. */

export const BALANCES = {
  columns: "minmax(0, 736fr) minmax(0, 384fr)",
  gap: 16,
  margin: "0 0 16px",
  phone: { columns: 1, gap: 12, margin: "0 0 12px" },
} satisfies Looks;

export const FIGURES = {
  columns: 3,
  gap: 16,
  margin: "0 0 16px",
  phone: { columns: 2, gap: 12, margin: "0 0 12px" },
} satisfies Looks;

export const STEPS = {
  columns: "minmax(0, 736fr) minmax(0, 384fr)",
  gap: 16,
  margin: "0 0 16px",
  medium: { columns: 1 },
  phone: { gap: 12, margin: "0 0 12px" },
} satisfies Looks;

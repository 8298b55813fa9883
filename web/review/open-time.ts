import type { Trade } from "../performance/trade-types.ts";

/** When it was opened, ISO 8601; null where that is not known. */
export function openTimeOf({ demo, imported }: Trade): string | null {
  return demo?.openTime ?? imported?.openTime ?? null;
}

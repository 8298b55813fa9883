import { Check, CircleCheck, type IconGlyph, Landmark, Undo2, Unlink } from "../../ui/icon.tsx";
import type { ColourToken } from "../../ui/theme.ts";
import type { ItemState } from "./payout-calls.ts";

/** How each state of an item looks, wherever it stands. */
export const ITEM_LOOK: Record<ItemState, { icon: IconGlyph; tone: ColourToken; colour: string }> = {
  completed: { icon: CircleCheck, tone: "up", colour: "var(--up)" },
  bounced: { icon: Undo2, tone: "down", colour: "var(--down)" },
  unmatched: { icon: Unlink, tone: "warn", colour: "var(--warn)" },
  with_bank: { icon: Landmark, tone: "muted", colour: "var(--control)" },
  returned: { icon: Check, tone: "muted", colour: "color-mix(in oklab, var(--down) 40%, var(--surface))" },
  taken_back: { icon: Undo2, tone: "muted", colour: "var(--line)" },
};

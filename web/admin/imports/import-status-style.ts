import type { BadgeTone } from "../../ui/badge.tsx";
import { CircleCheck, Clock, type IconGlyph, Undo2 } from "../../ui/icon.tsx";
import type { ImportStatus } from "./import-types.ts";

export const IMPORT_STATUS_STYLE: Record<ImportStatus, { tone: BadgeTone; icon: IconGlyph }> = {
  staged: { tone: "warn", icon: Clock },
  committed: { tone: "up", icon: CircleCheck },
  reversed: { tone: "neutral", icon: Undo2 },
};

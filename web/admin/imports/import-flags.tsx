import { formatCount } from "../../ui/format.ts";
import { Info, TriangleAlert, UserRoundX } from "../../ui/icon.tsx";
import { conflictFlag, Flags } from "../core/admin-flag.tsx";
import type { ImportView } from "./import-calls.ts";
import { IMPORT_TEXT } from "./import-text.ts";
import type { RowFault } from "./ledger-trades.ts";

const text = IMPORT_TEXT;
const LINES_NAMED = 8;

type ImportFlagsProps = {
  view: ImportView;
  /** Notes from parsing; only known in the browser that read the file. */
  notes: readonly RowFault[];
  /** The API's message for an action that lost a race; null when there is none. */
  conflict: string | null;
};

/** Everything that bears on the decision about an import, from what blocks it to mere information. */
export function ImportFlags({ view, notes, conflict }: ImportFlagsProps) {
  const { import: record, summary, shortBy, notYours } = view;
  const isNothingNew = summary !== null && summary.staged > 0 && summary.fresh === 0;
  return (
    <Flags
      of={[
        conflict !== null && conflictFlag(conflict),
        shortBy > 0 && {
          icon: TriangleAlert,
          title: text.short(shortBy),
          text: summary ? text.shortDetail : text.shortBack,
        },
        notYours !== null && {
          icon: UserRoundX,
          title: text.notYours,
          text: summary ? `${notYours} ${text.notYoursDetail}` : notYours,
        },
        summary &&
          summary.staged < record.rowCount && {
            icon: TriangleAlert,
            title: text.notWhole,
            text: text.notWholeDetail(summary.staged, record.rowCount),
          },
        isNothingNew && { tone: "plain", icon: Info, title: text.nothingNew, text: text.nothingNewDetail },
        summary &&
          summary.differing > 0 && {
            icon: TriangleAlert,
            title: text.differing(summary.differing),
            text: text.differingDetail,
          },
        notes.length > 0 && {
          tone: "plain",
          icon: Info,
          title: text.notes(notes.length),
          text: text.notesDetail(linesOf(notes)),
        },
      ]}
    />
  );
}

/** `12, 40, 41`, with an ellipsis if there are more. */
function linesOf(notes: readonly RowFault[]): string {
  const lines = [...new Set(notes.map(({ line }) => formatCount(line)))];
  return lines.slice(0, LINES_NAMED).join(", ") + (lines.length > LINES_NAMED ? " …" : "");
}

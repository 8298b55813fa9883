import { formatCount } from "../../ui/format.ts";
import { Info, TriangleAlert, UserRoundX } from "../../ui/icon.tsx";
import { AdminFlag, ConflictFlag, FlagStack } from "../core/admin-flag.tsx";
import type { ImportView } from "./import-calls.ts";
import { IMPORT_TEXT } from "./import-text.ts";
import type { RowFault } from "./source-row.ts";

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
  return (
    <FlagStack>
      {conflict !== null && <ConflictFlag message={conflict} />}
      {shortBy > 0 && (
        <AdminFlag tone="warn" icon={TriangleAlert} title={text.short(shortBy)}>
          {summary ? text.shortDetail : text.shortBack}
        </AdminFlag>
      )}
      {notYours !== null && (
        <AdminFlag tone="warn" icon={UserRoundX} title={text.notYours}>
          {notYours}
          {summary && ` ${text.notYoursDetail}`}
        </AdminFlag>
      )}
      {summary && summary.staged < record.rowCount && (
        <AdminFlag tone="warn" icon={TriangleAlert} title={text.notWhole}>
          {text.notWholeDetail(summary.staged, record.rowCount)}
        </AdminFlag>
      )}
      {summary && summary.staged > 0 && summary.fresh === 0 && (
        <AdminFlag tone="plain" icon={Info} title={text.nothingNew}>
          {text.nothingNewDetail}
        </AdminFlag>
      )}
      {summary && summary.differing > 0 && (
        <AdminFlag tone="warn" icon={TriangleAlert} title={text.differing(summary.differing)}>
          {text.differingDetail}
        </AdminFlag>
      )}
      {notes.length > 0 && (
        <AdminFlag tone="plain" icon={Info} title={text.notes(notes.length)}>
          {text.notesDetail(linesOf(notes))}
        </AdminFlag>
      )}
    </FlagStack>
  );
}

/** `12, 40, 41`, with an ellipsis if there are more. */
function linesOf(notes: readonly RowFault[]): string {
  const lines = [...new Set(notes.map(({ line }) => formatCount(line)))];
  return lines.slice(0, LINES_NAMED).join(", ") + (lines.length > LINES_NAMED ? " …" : "");
}

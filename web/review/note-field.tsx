import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { JOURNAL } from "../../worker/contract/trade-journal/journal-limits.ts";
import {
  changeEntry,
  changeOwnNote,
  type EntryName,
  entryOf,
  isEntryUnsent,
  ownNoteOf,
  writeNote,
} from "../journal/journal-state.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { TextArea } from "../ui/fields/text-area.tsx";
import { formatCount } from "../ui/format.ts";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { journalText as text } from "./journal-text.ts";
import type { ChartSubject } from "./kept-chart.ts";

// After the note, which does not wait for what the account has drawn.
const NoteChart = lazyPage(async () => (await import("./note-chart.tsx")).NoteChart, { isQuiet: true });

/** How long nobody has typed when a note is saved, ms. */
const SAVED_AFTER_MS = 500;
/** From here on the field says how many characters are left. */
const FEW_LEFT = 200;

/** What is typed, and the note with which the typing began. */
type Draft = { before: string; typed: string };

type NoteFieldProps = {
  name: EntryName;
  id: string;
  label: string;
  rows?: number;
  /** What its chart can be of; null where there is none. */
  subject: ChartSubject | null;
  timeZone: string;
  /** Called with Escape, which leaves the field. */
  onLeave?: () => void;
};

/** A note, which saves itself. Where another device has written another one, both are shown until their person has chosen. */
export function NoteField({ name, id, label, rows = 4, subject, timeZone, onLeave }: NoteFieldProps) {
  useSignals();
  const [draft, setDraft] = useState<Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const own = ownNoteOf(name);
  const { note } = entryOf(name);
  const shown = draft?.typed ?? own ?? note;
  const left = JOURNAL.noteMax - shown.length;
  const both = `${note}\n\n${shown}`;

  const save = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (draft === null) return;
    writeNote(name, draft.before, draft.typed);
    setDraft(null);
  });
  const isDrafting = draft !== null;
  useEffect(() => {
    if (!isDrafting) return;
    // A page that is hidden may not come back.
    const onHide = () => save();
    window.addEventListener("pagehide", onHide);
    return () => window.removeEventListener("pagehide", onHide);
  }, [isDrafting]);
  // Another entry takes the place of this one with a key of its own, after its text was saved.
  useEffect(() => () => save(), []);

  function choose(chosen: string) {
    changeOwnNote(name, null);
    setDraft(null);
    clearTimeout(timer.current);
    if (chosen !== note) changeEntry(name, { note: chosen });
  }

  return (
    <Stack gap={8}>
      <TextArea
        id={id}
        label={label}
        rows={rows}
        maxLength={JOURNAL.noteMax}
        value={shown}
        aside={stateOf({
          isTyped: isDrafting,
          isOwn: own !== null,
          isUnsent: isEntryUnsent(name),
          isEmpty: shown === "",
        })}
        hint={left <= FEW_LEFT ? text.charactersLeft(formatCount(left)) : undefined}
        onChange={({ currentTarget: { value } }) => {
          setDraft({ before: draft?.before ?? note, typed: value });
          clearTimeout(timer.current);
          timer.current = setTimeout(() => save(), SAVED_AFTER_MS);
        }}
        onBlur={() => save()}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.currentTarget.blur();
          onLeave?.();
        }}
      />
      <Suspense fallback={null}>
        <NoteChart name={name} subject={subject} timeZone={timeZone} />
      </Suspense>
      {own !== null && (
        <Callout tone="warn">
          <Stack gap={8} role="status">
            <Text weight={500}>{text.otherDevice}</Text>
            <Text breaks="written">{note === "" ? text.emptyNote : note}</Text>
            <Row wrap gap={8}>
              <Button size="dense" onClick={() => choose(shown)}>
                {text.keepMine}
              </Button>
              <Button size="dense" onClick={() => choose(note)}>
                {text.takeTheirs}
              </Button>
              {both.length <= JOURNAL.noteMax && (
                <Button size="dense" onClick={() => choose(both)}>
                  {text.keepBoth}
                </Button>
              )}
            </Row>
          </Stack>
        </Callout>
      )}
    </Stack>
  );
}

/** What becomes of the note, in words; nothing of one that nobody has written. */
function stateOf(of: { isTyped: boolean; isOwn: boolean; isUnsent: boolean; isEmpty: boolean }): string | undefined {
  if (of.isOwn) return text.notSaved;
  if (of.isUnsent) return navigator.onLine ? text.saving : text.keptHere;
  if (of.isTyped) return text.saving;
  return of.isEmpty ? undefined : text.saved;
}

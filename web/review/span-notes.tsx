import { useSignals } from "@preact/signals-react/runtime";
import { changeEntry, type EntryName, entryOf } from "../journal/journal-state.ts";
import { Card } from "../ui/card.tsx";
import { Text } from "../ui/layout.tsx";
import { LabelChips, MISTAKES, TAGS } from "./chips.tsx";
import { journalText as text } from "./journal-text.ts";
import type { ChartSubject } from "./kept-chart.ts";
import { NoteField } from "./note-field.tsx";
import type { ReviewParts } from "./review-form.tsx";

type SpanNotesProps = {
  name: EntryName;
  title: string;
  parts: ReviewParts;
  subject: ChartSubject | null;
  timeZone: string;
};

/** What is noted of a day or a week: tags, mistakes and a note. */
export function SpanNotes({ name, title, parts, subject, timeZone }: SpanNotesProps) {
  useSignals();
  const { labels } = entryOf(name);
  const label = name.subject === "day" ? text.noteOfDay : text.notesOfWeek;
  const onChange = (ids: string[]) => changeEntry(name, { labels: ids });
  return (
    <Card aria-label={label}>
      <Text as="h2" size="section" margin="0 0 16px">
        {title}
      </Text>
      <LabelChips
        types={MISTAKES}
        title={text.mistakes}
        shortcut="M"
        chosen={labels}
        frameRef={parts.mistakes}
        onChange={onChange}
      />
      <LabelChips
        types={TAGS}
        title={text.tags}
        shortcut="T"
        chosen={labels}
        frameRef={parts.tags}
        onChange={onChange}
      />
      <NoteField
        key={name.key}
        name={name}
        id={parts.noteId}
        label={label}
        rows={10}
        subject={subject}
        timeZone={timeZone}
      />
    </Card>
  );
}

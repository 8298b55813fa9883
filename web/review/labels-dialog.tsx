import { useSignals } from "@preact/signals-react/runtime";
import { JOURNAL } from "../../worker/contract/trade-journal/journal-limits.ts";
import { allLabels, archiveLabel, type Label, type LabelType, renameLabel } from "../journal/labels.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { Field } from "../ui/fields/field.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { undoToast } from "../ui/toast/undo-toast.tsx";
import { journalText } from "./journal-text.ts";

const text = journalText.manage;
const TYPES: readonly LabelType[] = ["setup", "mistake", "tag"];

/** All labels of a person: renamed in place, archived with an undo, brought back. */
export function LabelsDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  const labels = allLabels();
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Stack gap={20} pad="0 0 8px">
        {labels.length === 0 && <Text tone="muted">{text.none}</Text>}
        {TYPES.map((type) => {
          const ofType = labels.filter((label) => label.type === type);
          if (ofType.length === 0) return null;
          return (
            <Stack as="section" key={type} gap={8} aria-label={text.kinds[type]}>
              <Text as="h3" size="caption" tone="muted">
                {text.kinds[type]}
              </Text>
              {ofType.map((label) => (
                <LabelLine key={label.id} label={label} />
              ))}
            </Stack>
          );
        })}
      </Stack>
    </Dialog>
  );
}

function LabelLine({ label }: { label: Label }) {
  if (label.isArchived) {
    return (
      <Row justify="space-between" gap={12} minHeight={44}>
        <Text as="span" tone="muted" breaks="anywhere">
          {label.name}, {text.archived}
        </Text>
        <Button onClick={() => archiveLabel(label, false)}>{text.restore}</Button>
      </Row>
    );
  }
  return (
    <Row align="end" gap={12}>
      <Stack grow>
        <Field
          // Another device may give it another name while this is open.
          key={label.name}
          label={text.name}
          defaultValue={label.name}
          maxLength={JOURNAL.nameMax}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.currentTarget.blur();
          }}
          onBlur={({ currentTarget }) => {
            const name = currentTarget.value.trim();
            if (name === "") currentTarget.value = label.name;
            else if (name !== label.name) renameLabel(label, name);
          }}
        />
      </Stack>
      <Button size="form" onClick={() => archive(label)}>
        {text.archive}
      </Button>
    </Row>
  );
}

function archive(label: Label): void {
  archiveLabel(label, true);
  undoToast(`archived ${label.id}`, text.toastArchived(label.name), {
    label: text.undo,
    undo: () => archiveLabel(label, false),
  });
}

import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { JOURNAL } from "../../worker/contract/trade-journal/journal-limits.ts";
import { addLabel, isSameName, type LabelType, labelOf, labelsOf } from "../journal/labels.ts";
import { Check, Icon, Plus } from "../ui/icon.tsx";
import { KeyCap } from "../ui/key-cap.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { focusByKey } from "../ui/list-keys.ts";
import { media, tint, type } from "../ui/theme.ts";
import { journalText as text } from "./journal-text.ts";

/** A label that is on or off, as a button. A dashed border is that of one to come. */
const Chip = styled("button")`
  ${type.dense}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  height: var(--chip-height, 28px);
  padding: 0 12px;
  border: 1px solid var(--control);
  border-radius: 22px;
  color: var(--text);
  white-space: nowrap;
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  &:hover {
    background: ${tint("text", 8)};
  }
  &[aria-pressed="true"] {
    border-color: var(--accent);
    background: ${tint("accent", 14, "raised")};
  }
  &[data-new="true"],
  &[data-suggested="true"] {
    border-style: dashed;
    color: var(--muted);
  }
  ${media.touch} {
    height: 44px;
    padding: 0 16px;
  }
`;

const Input = styled("input")`
  ${type.dense}
  width: 150px;
  height: var(--chip-height, 28px);
  padding: 0 12px;
  border: 1px solid var(--control);
  border-radius: 22px;
  background: var(--raised);
  color: var(--text);
  ${media.touch} {
    ${type.lead}
    height: 44px;
  }
`;

/** One kind each. The same arrays on every render. */
export const SETUPS: readonly LabelType[] = ["setup"];
export const MISTAKES: readonly LabelType[] = ["mistake"];
export const TAGS: readonly LabelType[] = ["tag"];

type LabelChipsProps = {
  /** The kinds that are offered; a new label is of the last one. */
  types: readonly LabelType[];
  title: string;
  /** The key that leads here, shown at the title. */
  shortcut?: string;
  /** The ids that are on, of labels of all kinds. */
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  /** Whether one alone can be on. */
  isOne?: boolean;
  /** Names that are suggested and not taken yet: dashed until they are. */
  suggested?: readonly string[];
  frameRef?: RefObject<HTMLFieldSetElement | null>;
};

/** The labels of a kind as chips, with a place to add one. Arrow keys move among them. */
export function LabelChips(props: LabelChipsProps) {
  const { types, title, shortcut, chosen, onChange, isOne = false, suggested = [], frameRef } = props;
  useSignals();
  const [isAdding, setIsAdding] = useState(false);
  const adder = useRef<HTMLButtonElement>(null);
  const offered = types.flatMap(labelsOf);
  const newest = types.at(-1) ?? "tag";
  // What was archived stays with what has it.
  const archived = chosen.flatMap((id) => {
    const label = labelOf(id);
    return label?.isArchived && types.includes(label.type) ? [label] : [];
  });
  const isTaken = (name: string) => chosen.some((id) => isSameName(labelOf(id)?.name ?? "", name));
  const open = suggested.filter((name) => !isTaken(name));
  // One that is suggested is not offered beside it.
  const isOpen = ({ name }: { name: string }) => open.some((one) => isSameName(one, name));
  const labels = [...offered.filter((label) => !isOpen(label)), ...archived];
  const isFull = !isOne && chosen.length >= JOURNAL.labelsOfEntryMax;

  function toggle(id: string) {
    if (chosen.includes(id)) onChange(chosen.filter((one) => one !== id));
    else onChange(isOne ? [...chosen.filter((one) => !labels.some((label) => label.id === one)), id] : [...chosen, id]);
  }

  function take(name: string) {
    const id = addLabel(newest, name);
    if (id !== null && !chosen.includes(id)) toggle(id);
  }

  function add(name: string) {
    setIsAdding(false);
    take(name);
    requestAnimationFrame(() => adder.current?.focus());
  }

  return (
    <Box
      as="fieldset"
      minWidth={0}
      margin="0 0 16px"
      ref={frameRef}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
        // In the field they move in its text.
        if (!(event.target instanceof HTMLInputElement)) focusByKey(event, { along: "both" });
      }}
    >
      <Row as="legend" gap={8} pad={0} margin="0 0 8px" width="100%" justify="space-between">
        <Text as="span" size="caption" tone="muted">
          {title}
        </Text>
        {shortcut && (
          <Box as="span" showOn="pointer" aria-hidden="true" size="caption" tone="muted">
            <KeyCap>{shortcut}</KeyCap>
          </Box>
        )}
      </Row>
      <Row wrap gap={8}>
        {open.map((name) => (
          <Chip
            key={`suggested ${name}`}
            type="button"
            data-suggested="true"
            aria-pressed="false"
            disabled={isFull}
            onClick={() => take(name)}
          >
            <span>{text.suggestedOne(name)}</span>
          </Chip>
        ))}
        {labels.map(({ id, name }) => (
          <Chip
            key={id}
            type="button"
            aria-pressed={chosen.includes(id)}
            disabled={isFull && !chosen.includes(id)}
            onClick={() => toggle(id)}
          >
            {chosen.includes(id) && <Icon of={Check} size={14} />}
            <span>{name}</span>
          </Chip>
        ))}
        {isAdding ? (
          <Input
            // It takes the place of the button that was pressed.
            autoFocus
            aria-label={text.newLabel[newest]}
            placeholder={text.newLabel[newest]}
            maxLength={JOURNAL.nameMax}
            onBlur={(event) => add(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") {
                event.preventDefault();
                event.currentTarget.blur();
              }
              if (event.key !== "Escape") return;
              event.preventDefault();
              event.stopPropagation();
              event.currentTarget.value = "";
              event.currentTarget.blur();
            }}
          />
        ) : (
          <Chip ref={adder} type="button" data-new="true" disabled={isFull} onClick={() => setIsAdding(true)}>
            <Icon of={Plus} size={14} />
            <span>{text.addLabel[newest]}</span>
          </Chip>
        )}
      </Row>
    </Box>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type KeyboardEvent, useEffect, useState } from "react";
import { PLAN } from "../../worker/contract/demo/demo-bounds.ts";
import { addLabel, archiveLabel, type Label, labelOf, labelsOf, useLabels } from "../journal/labels.ts";
import { Check, Icon, Plus } from "../ui/icon.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { TextButton } from "../ui/text-button.tsx";
import { media, type } from "../ui/theme.ts";
import { undoToast } from "../ui/toast/undo-toast.tsx";
import type { PlanDraft } from "./plan-draft.ts";
import { planText as text } from "./plan-text.ts";
import { countUse, mostUsedFirst } from "./used-setups.ts";

const Chips = styled("div")`
  ${type.caption}
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  & > button,
  & > input {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-width: 152px;
    height: 28px;
    padding: 0 10px;
    border: 1px solid var(--control);
    border-radius: 14px;
    color: var(--muted);
    font: inherit;
  }
  & > button > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > button:hover {
    color: var(--text);
  }
  & > button[aria-pressed="true"] {
    border-color: var(--accent);
    background: var(--surface);
    color: var(--text);
    font-weight: 500;
  }
  & > button[data-new="true"] {
    border-style: dashed;
  }
  & > input {
    flex: 1 1 120px;
    max-width: none;
    min-width: 0;
    background: var(--surface);
    color: var(--text);
  }
  ${media.touch} {
    & > button,
    & > input {
      max-width: 100%;
      height: 44px;
      border-radius: 22px;
      padding: 0 14px;
    }
    /* A smaller text would zoom the page. */
    & > input {
      ${type.lead}
    }
  }
`;

/** The setups that are there without a press more. */
const SHOWN = 3;
/** Widths of the chips while they load, px. */
const LOADING = [96, 72, 84];

type SetupChipsProps = {
  /** The id of the chosen setup; empty for none. */
  chosen: string;
  /** Its name, also where the account does not have it (any more). */
  chosenName: string;
  onChoose: (setup: Pick<PlanDraft, "setupId" | "setupName">) => void;
};

const NONE = { setupId: "", setupName: "" };

/** The trader's setups, those of every day first. One is chosen by a press, and left by another one. */
export function SetupChips({ chosen, chosenName, onChoose }: SetupChipsProps) {
  useSignals();
  const labels = useLabels();
  const [areAllShown, showAll] = useState(false);
  // The order stays while they are shown: a chip never moves under the finger.
  const [order] = useState(() => mostUsedFirst);
  const setups = order(labelsOf("setup"));
  const isKnown = chosen === "" || labelOf(chosen) !== null || !labels.value;
  // The account has refused it: it is none.
  useEffect(() => {
    if (!isKnown) onChoose(NONE);
  }, [isKnown, onChoose]);
  const first = areAllShown ? setups : setups.slice(0, SHOWN);
  const isChosenShown = chosen === "" || first.some(({ id }) => id === chosen);
  const shown: readonly Pick<Label, "id" | "name">[] = isChosenShown
    ? first
    : [
        { id: chosen, name: labelOf(chosen)?.name ?? chosenName },
        ...first.slice(0, areAllShown ? first.length : SHOWN - 1),
      ];

  function choose({ id, name }: Pick<Label, "id" | "name">): void {
    if (id !== chosen) countUse(id);
    onChoose(id === chosen ? NONE : { setupId: id, setupName: name });
  }

  return (
    <Chips role="group" aria-label={text.setups}>
      {!labels.value && !labels.error && setups.length === 0 && <LoadingChips />}
      {shown.map((setup) => (
        <button
          key={setup.id}
          type="button"
          aria-pressed={setup.id === chosen}
          title={setup.name}
          onClick={() => choose(setup)}
        >
          {setup.id === chosen && <Icon of={Check} size={14} />}
          <span>{setup.name}</span>
        </button>
      ))}
      {setups.length > SHOWN && (
        <button type="button" aria-expanded={areAllShown} onClick={() => showAll(!areAllShown)}>
          {areAllShown ? text.fewer : text.all(setups.length)}
        </button>
      )}
      <NewSetup
        onAdd={(name) => {
          const before = new Set(labelsOf("setup").map(({ id }) => id));
          const id = addLabel("setup", name);
          const added = id === null ? null : labelOf(id);
          if (id === null || !added) return;
          countUse(id);
          onChoose({ setupId: id, setupName: added.name });
          if (!before.has(id)) tellAdded(added, () => onChoose(NONE));
        }}
      />
      {labels.error !== null && (
        <Row gap={8} size="caption">
          <Text as="span" tone="warn">
            {text.notLoaded}
          </Text>
          <TextButton onClick={() => void labels.refetch()}>{text.tryAgain}</TextButton>
        </Row>
      )}
    </Chips>
  );
}

function LoadingChips() {
  return (
    <Loading label={text.loading}>
      <Row gap={8}>
        {LOADING.map((width) => (
          <Skeleton key={width} width={width} height={28} />
        ))}
      </Row>
    </Loading>
  );
}

function tellAdded(setup: Label, leave: () => void): void {
  const undo = () => {
    leave();
    archiveLabel(setup, true);
  };
  undoToast(`setup ${setup.id}`, text.added(setup.name), { label: text.undo, undo });
}

/** Makes a setup in the place of the chip that begins it. */
function NewSetup({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState<string | null>(null);
  if (name === null) {
    return (
      <button type="button" data-new onClick={() => setName("")}>
        <Icon of={Plus} size={14} />
        <span>{text.newSetup}</span>
      </button>
    );
  }

  function add(): void {
    if (name === null || name.trim() === "") return;
    onAdd(name);
    setName(null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
    // Neither the order nor the dialog around it is meant.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") add();
    else setName(null);
  }

  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        aria-label={text.nameOfSetup}
        maxLength={PLAN.setupNameMax}
        enterKeyHint="done"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => name.trim() === "" && setName(null)}
      />
      <button type="button" disabled={name.trim() === ""} onClick={add}>
        {text.add}
      </button>
    </>
  );
}

import { styled } from "goober";
import { type FocusEvent, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { Icon, Search } from "./icon.tsx";
import { LiveRegion } from "./live-region.tsx";
import { Spinner } from "./spinner.tsx";
import { layer, tint, type } from "./theme.ts";

const Frame = styled("div")`
  position: relative;
  min-width: 0;
  & input::-webkit-search-cancel-button {
    display: none;
  }
`;

const Popup = styled("div")`
  ${type.dense}
  position: absolute;
  top: calc(100% + 6px);
  right: 0;
  z-index: ${layer.header};
  width: 100%;
  max-width: calc(100vw - 24px);
  max-height: min(420px, 70vh);
  overflow: auto;
  padding: 4px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  box-shadow: var(--shadow);
  &[data-wide="true"] {
    width: max(100%, 380px);
  }
  & > p {
    padding: 8px;
    color: var(--muted);
  }
  & [role="option"] {
    padding: 6px 8px;
    border-radius: 6px;
    cursor: pointer;
  }
  & [aria-selected="true"] {
    background: ${tint("accent", 18, "raised")};
  }
`;

type ComboboxProps<Choice> = Pick<FieldProps, "label" | "hint" | "placeholder" | "size" | "suffix"> & {
  ref?: Ref<HTMLInputElement>;
  typed: string;
  onType: (typed: string) => void;
  /** What fits the typed text; nothing while it is searched. */
  choices: readonly Choice[];
  isLoading?: boolean;
  /** In place of choices: that there are none, or that the search failed. Screen readers hear it. */
  message?: string | null | undefined;
  /** What screen readers hear when choices arrive: their number. */
  announcement?: string;
  keyOf: (choice: Choice) => string;
  option: (choice: Choice) => ReactNode;
  onChoose: (choice: Choice) => void;
  /** Esc was pressed while no choices are shown: the text is cleared. */
  onEscape?: () => void;
  /** The focus has left the field. */
  onLeave?: () => void;
  /** A key that moves the focus to the field from anywhere. */
  keyShortcut?: string;
  /** Whether the list may be wider than the field, to its left. */
  isListWide?: boolean;
};

/**
 * A field that offers what fits the typed text. Arrow keys move through the choices, Enter takes the one reached or the
 * first, Esc closes the list and then clears the text.
 * Source: WAI-ARIA Authoring Practices, combobox with list autocomplete and manual selection
 */
export function Combobox<Choice>(props: ComboboxProps<Choice>) {
  const { ref, label, hint, placeholder, size = "normal", suffix, keyShortcut, isListWide = false } = props;
  const { typed, onType, choices, isLoading = false, message, announcement = "", keyOf, option } = props;
  const { isOpen, areShown, active, open, reach, choose, onKeyDown, onBlur } = useChoosing(props);
  const shownMessage = isOpen && choices.length === 0 ? (message ?? "") : "";
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  return (
    <Frame onBlur={onBlur}>
      <Field
        ref={ref}
        type="search"
        role="combobox"
        label={label}
        hint={hint}
        placeholder={placeholder}
        size={size}
        prefix={isLoading ? <Spinner /> : <Icon of={Search} />}
        suffix={suffix}
        aria-autocomplete="list"
        aria-expanded={areShown}
        aria-controls={listId}
        aria-activedescendant={areShown && active >= 0 ? optionId(active) : undefined}
        aria-keyshortcuts={keyShortcut}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onFocus={open}
        onChange={({ target }) => {
          onType(target.value);
          open();
          reach(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <Popup
        data-wide={isListWide}
        // A press on an option must not take the focus from the field, as its blur closes the list.
        onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
        hidden={!areShown && shownMessage === ""}
      >
        <div id={listId} role="listbox" aria-label={label}>
          {choices.map((choice, index) => (
            // The combobox keeps the focus and handles the listbox's keys.
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: see above
            <div
              key={keyOf(choice)}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              onMouseMove={() => reach(index)}
              onClick={() => choose(choice)}
            >
              {option(choice)}
            </div>
          ))}
        </div>
        {shownMessage !== "" && <p aria-hidden="true">{shownMessage}</p>}
      </Popup>
      <LiveRegion>{areShown ? announcement : shownMessage}</LiveRegion>
    </Frame>
  );
}

/** Whether the list is open, the choice that is reached (-1 for none), and the keys that move through the choices. */
function useChoosing<Choice>({ choices, onType, onChoose, onEscape, onLeave }: ComboboxProps<Choice>) {
  const [isOpen, setIsOpen] = useState(false);
  const [active, reach] = useState(-1);
  const areShown = isOpen && choices.length > 0;

  function close() {
    setIsOpen(false);
    reach(-1);
  }

  function choose(choice: Choice | undefined) {
    if (choice === undefined) return;
    close();
    onChoose(choice);
  }

  function move(step: 1 | -1) {
    if (choices.length === 0) return;
    setIsOpen(true);
    const isFirstStepUp = active === -1 && step === -1;
    reach(isFirstStepUp ? choices.length - 1 : (active + step + choices.length) % choices.length);
  }

  function leaveByKey() {
    close();
    if (areShown) return;
    onType("");
    onEscape?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") choose(choices[Math.max(0, active)]);
    else if (event.key === "Escape") leaveByKey();
    else return;
    event.preventDefault();
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    // Behind a dialog it stays open: the focus returns to it.
    if (currentTarget.contains(relatedTarget) || currentTarget.closest("[inert]")) return;
    close();
    onLeave?.();
  }

  return { isOpen, areShown, active, open: () => setIsOpen(true), reach, choose, onKeyDown, onBlur };
}

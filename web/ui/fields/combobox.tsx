import { styled } from "goober";
import { type FocusEvent, type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import { Icon, Search } from "../icon.tsx";
import { LiveRegion } from "../live-region.tsx";
import { Spinner } from "../spinner.tsx";
import { layer, tint, type } from "../theme.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useReachedOption } from "./use-reached-option.ts";

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
  /** Matches of the typed text; none while it is searched. */
  choices: readonly Choice[];
  isLoading?: boolean;
  /** In place of choices: that there are none, or that the search failed. Screen readers hear it. */
  message?: string | null | undefined;
  /** The announcement when choices arrive: their number. */
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
  const { options, isOpen, areShown, open, onKeyDown, onBlur } = useChoosing(props);
  const shownMessage = isOpen && choices.length === 0 ? (message ?? "") : "";
  return (
    <Frame onBlur={onBlur}>
      <Field
        ref={ref}
        {...options.field}
        type="search"
        role="combobox"
        label={label}
        hint={hint}
        placeholder={placeholder}
        size={size}
        prefix={isLoading ? <Spinner /> : <Icon of={Search} />}
        suffix={suffix}
        aria-expanded={areShown}
        aria-keyshortcuts={keyShortcut}
        value={typed}
        onFocus={open}
        onChange={({ target }) => {
          onType(target.value);
          open();
          options.restart();
        }}
        onKeyDown={onKeyDown}
      />
      <Popup
        data-wide={isListWide}
        // A press on an option must not take the focus from the field, as its blur closes the list.
        onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
        hidden={!areShown && shownMessage === ""}
      >
        <div id={options.listId} role="listbox" aria-label={label}>
          {choices.map((choice, index) => (
            <div key={keyOf(choice)} {...options.option(index)}>
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

/** Whether the list is open, the choice that is reached, and the keys that move through the choices. */
function useChoosing<Choice>({ choices, onType, onChoose, onEscape, onLeave }: ComboboxProps<Choice>) {
  const [isOpen, setIsOpen] = useState(false);
  const areShown = isOpen && choices.length > 0;
  const options = useReachedOption({
    count: choices.length,
    first: -1,
    onChoose(index) {
      const choice = choices[index];
      if (choice === undefined) return;
      close();
      onChoose(choice);
    },
  });

  function close() {
    setIsOpen(false);
    options.restart();
  }

  function leaveByKey() {
    close();
    if (areShown) return;
    onType("");
    onEscape?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (options.onKeyDown(event)) setIsOpen((isShown) => isShown || (event.key !== "Enter" && choices.length > 0));
    else if (event.key === "Escape" && !event.nativeEvent.isComposing) {
      leaveByKey();
      event.preventDefault();
    }
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    // Behind a dialog it stays open: the focus returns to it.
    if (currentTarget.contains(relatedTarget) || isCovered(currentTarget, relatedTarget)) return;
    close();
    onLeave?.();
  }

  return { options, isOpen, areShown, open: () => setIsOpen(true), onKeyDown, onBlur };
}

/** Whether a field lost the focus to a dialog over it, which gives it back. The field is inert from the next frame on. */
function isCovered(field: Element, focused: EventTarget | null): boolean {
  const modalOf = (element: Element) => element.closest("[data-modal]");
  if (field.closest("[inert]")) return true;
  return focused instanceof Element && modalOf(focused) !== null && modalOf(focused) !== modalOf(field);
}

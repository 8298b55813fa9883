import { styled } from "goober";
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import { ROUTE } from "../../state/routes.ts";
import { Icon, Search, X } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Money } from "../../ui/money.tsx";
import { layer, type } from "../../ui/theme.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { KeyCap } from "../core/key-cap.tsx";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { itemPath } from "../list/use-open-item.ts";
import { type FoundPeople, usePeopleSearch } from "./use-people-search.ts";
import type { ListedUser } from "./user-types.ts";

/** Below this width there is no room for the field in the bar. */
const SMALL = "@media (max-width: 1359px)";

const Frame = styled("div")`
  display: flex;
  flex: 0 1 272px;
  align-items: center;
  min-width: 0;
  & > [data-opens] {
    display: none;
  }
  ${SMALL} {
    flex: none;
    & > [data-opens] {
      display: inline-grid;
    }
  }
`;

const Box = styled("div")`
  ${type.dense}
  position: relative;
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  min-width: 0;
  height: 32px;
  padding: 0 7px 0 10px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  color: var(--muted);
  &:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & > input {
    flex: 1;
    min-width: 0;
    border: 0;
    outline: none;
    background: none;
    color: var(--text);
    font: inherit;
    text-overflow: ellipsis;
  }
  & > input:focus-visible {
    outline: none;
  }
  & > input::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  & > input::-webkit-search-cancel-button {
    display: none;
  }
  & > [data-closes] {
    display: none;
  }
  ${SMALL} {
    position: absolute;
    inset: 4px 12px auto;
    z-index: ${layer.header};
    width: auto;
    height: 40px;
    ${type.lead}
    &[data-shown="false"] {
      display: none;
    }
    & > kbd {
      display: none;
    }
    & > [data-closes] {
      display: inline-grid;
    }
  }
`;

const Results = styled("div")`
  ${type.dense}
  position: absolute;
  top: calc(100% + 6px);
  right: 0;
  z-index: ${layer.header};
  width: max(100%, 380px);
  max-width: calc(100vw - 24px);
  max-height: min(420px, 70vh);
  overflow: auto;
  padding: 4px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  box-shadow: var(--shadow);
  color: var(--text);
  & > p {
    padding: 8px;
    color: var(--muted);
  }
  & [role="option"] {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 12px;
    padding: 6px 8px;
    border-radius: 6px;
    cursor: pointer;
  }
  & [role="option"][aria-selected="true"] {
    background: color-mix(in oklab, var(--accent) 18%, var(--raised));
  }
  & small {
    ${type.caption}
    color: var(--muted);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & [role="option"] > :nth-child(even) {
    justify-self: end;
  }
`;

const text = ADMIN_TEXT.people;

/** One option of the list. */
type Choice = { key: string; href: string; person: ListedUser | null };

function choicesOf(found: FoundPeople | null): Choice[] {
  if (!found?.people) return [];
  const people = found.people.map((person) => ({
    key: person._id,
    href: itemPath(ROUTE.adminUsers, person._id),
    person,
  }));
  if (!found.hasMore) return people;
  return [
    ...people,
    { key: "all", href: `${ROUTE.adminUsers}?search=${encodeURIComponent(found.search)}`, person: null },
  ];
}

/**
 * Searches for a person from any admin screen, and opens their page. On narrow screens a button opens the field.
 * Source: WAI-ARIA Authoring Practices, combobox with list autocomplete and manual selection
 */
export function PeopleSearch() {
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const found = usePeopleSearch(typed);
  const choices = choicesOf(found);
  const areShown = isOpen && found !== null;
  const optionId = (index: number) => `${listId}-${index}`;

  function open() {
    // The field to focus may not be rendered yet.
    flushSync(() => setIsOpen(true));
    input.current?.focus();
    input.current?.select();
  }

  function close() {
    setIsOpen(false);
    setActive(-1);
  }

  function go(choice: Choice | undefined) {
    if (!choice) return;
    close();
    setTyped("");
    input.current?.blur();
    navigate(choice.href);
  }

  function move(step: 1 | -1) {
    if (choices.length === 0) return;
    setIsOpen(true);
    setActive((active + step + (active === -1 && step === -1 ? 1 : 0) + choices.length) % choices.length);
  }

  /** The first Esc closes the list, the second one clears the text. */
  function onEscape() {
    if (areShown && choices.length > 0) return close();
    setTyped("");
    close();
    input.current?.blur();
    opener.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") go(choices[Math.max(0, active)]);
    else if (event.key === "Escape") onEscape();
    else return;
    event.preventDefault();
  }

  useShortcuts({ "/": open });

  return (
    <Frame role="search" aria-label={text.label}>
      <span data-opens="">
        <IconButton ref={opener} icon={Search} label={text.open} aria-keyshortcuts="/" onClick={open} />
      </span>
      <Box
        data-shown={isOpen}
        onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
          // Behind a dialog it stays open: the focus returns to it.
          if (!currentTarget.contains(relatedTarget) && !currentTarget.closest("[inert]")) close();
        }}
      >
        <Icon of={Search} />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label={text.placeholder}
          aria-autocomplete="list"
          aria-expanded={areShown && choices.length > 0}
          aria-controls={listId}
          aria-activedescendant={areShown && active >= 0 ? optionId(active) : undefined}
          aria-keyshortcuts="/"
          placeholder={text.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onFocus={() => setIsOpen(true)}
          onChange={(event) => {
            setTyped(event.target.value);
            setIsOpen(true);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
        />
        <KeyCap>/</KeyCap>
        <span data-closes="">
          <IconButton icon={X} label={text.close} size="dense" onClick={close} />
        </span>
        <Results
          // A press on an option must not take the focus from the field, as its blur closes the list.
          onMouseDown={(event: { preventDefault: () => void }) => event.preventDefault()}
          hidden={!areShown}
        >
          <div id={listId} role="listbox" aria-label={text.label}>
            {choices.map((choice, index) => (
              // The combobox keeps the focus and handles the listbox's keys.
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: see above
              <div
                key={choice.key}
                id={optionId(index)}
                role="option"
                aria-selected={index === active}
                onMouseMove={() => setActive(index)}
                onClick={() => go(choice)}
              >
                {choice.person ? <Person person={choice.person} /> : text.all(found?.search ?? "")}
              </div>
            ))}
          </div>
          {found !== null && choices.length === 0 && (
            <p>{found.people === null ? text.failed : text.none(found.search)}</p>
          )}
        </Results>
        <VisuallyHidden aria-live="polite">
          {areShown && found.people !== null && text.found(found.people.length)}
        </VisuallyHidden>
      </Box>
    </Frame>
  );
}

function Person({ person }: { person: ListedUser }) {
  const { name, email, username, balance } = person;
  return (
    <>
      <span>{name}</span>
      <span title={ADMIN_TEXT.money.balance}>
        <VisuallyHidden>{ADMIN_TEXT.money.balance} </VisuallyHidden>
        <Money usd={balance} />
      </span>
      <small>{email}</small>
      <small>{username}</small>
    </>
  );
}

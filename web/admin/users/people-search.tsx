import { styled } from "goober";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import { adminReceiptPath, fillNamedIn } from "../../state/receipt-links.ts";
import { ROUTE } from "../../state/routes.ts";
import { Combobox } from "../../ui/combobox.tsx";
import { Search, X } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { Grid, Text } from "../../ui/layout.tsx";
import { Money } from "../../ui/money.tsx";
import { layer } from "../../ui/theme.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { useTypedSearch } from "../core/use-typed-search.ts";
import { personPath } from "../list/subject-path.ts";
import { searchPeople } from "./user-calls.ts";
import type { ListedUser } from "./user-types.ts";

/** In the bar; below this width there is no room for the field, and a button shows it over the bar. */
const Place = styled("div")`
  flex: 0 1 288px;
  min-width: 0;
  /* The field gives way to the sections, however wide an input is by itself. */
  & input {
    width: 0;
  }
  & [data-small] {
    display: none;
  }
  @media (max-width: 1359px) {
    flex: none;
    & [data-small] {
      display: contents;
    }
    & kbd {
      display: none;
    }
    & > [data-field] {
      position: absolute;
      inset: 4px 12px auto;
      z-index: ${layer.header};
    }
    & > [data-field="hidden"] {
      display: none;
    }
  }
`;

const text = ADMIN_TEXT.people;

/** A choice: a person, or the list of all whom the search finds. */
type Choice = { key: string; href: string; person: ListedUser | null };

function usePeopleSearch(typed: string) {
  // The link of a receipt finds its trader, and opens the receipt on their page.
  const { fillId = 0, traderId = null } = fillNamedIn(typed) ?? {};
  const { search, value, hasFailed, isLoading } = useTypedSearch("people", traderId ?? typed, searchPeople);
  const hrefOf = (id: string) => (id === traderId ? adminReceiptPath(id, fillId) : personPath(id));
  const people = (value?.people ?? []).map((person) => ({ key: person._id, href: hrefOf(person._id), person }));
  const all = { key: "all", href: `${ROUTE.adminUsers}?search=${encodeURIComponent(search)}`, person: null };
  const choices: Choice[] = value?.hasMore ? [...people, all] : people;
  const isNobody = value !== null && people.length === 0;
  const message = isNobody ? text.none(search) : hasFailed ? text.failed : null;
  return { search, choices, isLoading, message, announcement: text.found(people.length) };
}

/** Searches for a person from any admin screen, and opens their page. On narrow screens a button shows the field. */
export function PeopleSearch() {
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState("");
  const [isShown, setIsShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { search, ...found } = usePeopleSearch(typed);

  function show() {
    // The field to focus may be hidden so far.
    flushSync(() => setIsShown(true));
    input.current?.focus();
    input.current?.select();
  }

  function leave() {
    setTyped("");
    setIsShown(false);
    input.current?.blur();
  }

  useShortcuts({ "/": show });

  return (
    <Place role="search" aria-label={text.label}>
      <span data-small="">
        <IconButton ref={opener} icon={Search} label={text.open} aria-keyshortcuts="/" onClick={show} />
      </span>
      <div data-field={isShown ? "shown" : "hidden"}>
        <Combobox
          {...found}
          ref={input}
          label={text.placeholder}
          placeholder={text.placeholder}
          size="compact"
          isListWide
          keyShortcut="/"
          suffix={
            <>
              <KeyCap>/</KeyCap>
              <span data-small="">
                <IconButton icon={X} label={text.close} size="dense" onClick={() => setIsShown(false)} />
              </span>
            </>
          }
          typed={typed}
          onType={setTyped}
          keyOf={({ key }) => key}
          option={({ person }) => (person ? <Person person={person} /> : text.all(search))}
          onChoose={({ href }) => {
            leave();
            navigate(href);
          }}
          onEscape={() => {
            leave();
            opener.current?.focus();
          }}
          onLeave={() => setIsShown(false)}
        />
      </div>
    </Place>
  );
}

function Person({ person: { name, email, username, balance } }: { person: ListedUser }) {
  return (
    <Grid columns="minmax(0, 1fr) auto" gap="0 12px">
      <span>{name}</span>
      <Text as="span" textAlign="right" title={ADMIN_TEXT.money.balance}>
        <VisuallyHidden>{ADMIN_TEXT.money.balance} </VisuallyHidden>
        <Money usd={balance} />
      </Text>
      <Text as="small" size="caption" tone="muted" breaks="ellipsis">
        {email}
      </Text>
      <Text as="small" size="caption" tone="muted" textAlign="right" breaks="ellipsis">
        {username}
      </Text>
    </Grid>
  );
}

import { styled } from "goober";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import { adminReceiptPath, fillNamedIn } from "../../state/receipt-links.ts";
import { ROUTE } from "../../state/routes.ts";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { Search, X } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { Grid, Text } from "../../ui/layout.tsx";
import { Money } from "../../ui/money.tsx";
import { layer } from "../../ui/theme.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { WITHDRAWAL_STATUS } from "../core/status-text.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { useTypedSearch } from "../core/use-typed-search.ts";
import { personPath } from "../list/subject-path.ts";
import { itemPath } from "../list/use-open-item.ts";
import { type FoundRequest, type ListedUser, searchPeople } from "./user-calls.ts";

/** In the bar; below this width there is no room for the field, and a button shows it over the bar. */
const Place = styled("div")`
  flex: 0 1 288px;
  min-width: 0;
  & [data-small] {
    display: none;
  }
  @media (max-width: 1519px) {
    flex: none;
    & [data-small] {
      display: contents;
    }
    & [data-key] {
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

/** A choice: a person, a withdrawal, or the list of all whom the search finds. */
type Choice = { key: string; href: string; person?: ListedUser; request?: FoundRequest };

function usePeopleSearch(typed: string) {
  // The link of a receipt finds its trader, and opens the receipt on their page.
  const { fillId = 0, traderId = null } = fillNamedIn(typed) ?? {};
  const { search, value, hasFailed, isLoading } = useTypedSearch("people", traderId ?? typed, searchPeople);
  const hrefOf = (id: string) => (id === traderId ? adminReceiptPath(id, fillId) : personPath(id));
  const people = (value?.people ?? []).map((person) => ({ key: person._id, href: hrefOf(person._id), person }));
  const requests = (value?.requests ?? []).map((request) => ({
    key: request._id,
    href: itemPath(`${ROUTE.adminWithdrawals}?status=all`, request._id),
    request,
  }));
  const all = { key: "all", href: `${ROUTE.adminUsers}?search=${encodeURIComponent(search)}` };
  const found: Choice[] = [...requests, ...people];
  const choices: Choice[] = value?.hasMore ? [...found, all] : found;
  const isNothing = value !== null && found.length === 0;
  const message = isNothing ? text.none(search) : hasFailed ? text.failed : null;
  return { search, choices, isLoading, message, announcement: text.found(found.length) };
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

  useShortcuts({ [KEYS.search]: show });

  return (
    <Place role="search" aria-label={text.label}>
      <span data-small="">
        <IconButton ref={opener} icon={Search} label={text.open} aria-keyshortcuts={KEYS.search} onClick={show} />
      </span>
      <div data-field={isShown ? "shown" : "hidden"}>
        <Combobox
          {...found}
          ref={input}
          label={text.placeholder}
          placeholder={text.placeholder}
          size="compact"
          isListWide
          keyShortcut={KEYS.search}
          suffix={
            <>
              <span data-key="">
                <KeyCap>{KEYS.search}</KeyCap>
              </span>
              <span data-small="">
                <IconButton icon={X} label={text.close} size="dense" onClick={() => setIsShown(false)} />
              </span>
            </>
          }
          typed={typed}
          onType={setTyped}
          keyOf={({ key }) => key}
          option={({ person, request }) =>
            person ? <Person person={person} /> : request ? <Request request={request} /> : text.all(search)
          }
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

function Request({ request: { number, amount, status, cancelledByUser, user, paymentId } }: { request: FoundRequest }) {
  return (
    <Grid columns="minmax(0, 1fr) auto" gap="0 12px">
      <span>{text.withdrawal(number)}</span>
      <Text as="span" textAlign="right">
        <Money usd={amount} />
      </Text>
      <Text as="small" size="caption" tone="muted" breaks="ellipsis">
        {paymentId === null ? user.name : `${user.name}, ${paymentId}`}
      </Text>
      <Text as="small" size="caption" tone="muted" textAlign="right" breaks="ellipsis">
        {WITHDRAWAL_STATUS[cancelledByUser ? "cancelled" : status]}
      </Text>
    </Grid>
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

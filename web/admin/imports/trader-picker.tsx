import { styled } from "goober";
import { type FormEvent, useEffect, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { Stack, Text } from "../../ui/layout.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { tint, type } from "../../ui/theme.ts";
import { findUsers } from "./import-calls.ts";
import { IMPORT_TEXT } from "./import-text.ts";
import type { AdminUser } from "./import-types.ts";

const Found = styled("ul")`
  margin: 0 -8px;
  & > li > button {
    ${type.dense}
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 12px;
    width: 100%;
    padding: 6px 8px;
    border-radius: var(--radius-control);
    text-align: left;
  }
  & > li > button:hover {
    background: ${tint("text", 4, "bg")};
  }
  & span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & b {
    font-weight: 500;
  }
  & [data-tone="muted"] {
    color: var(--muted);
  }
  & [data-whole] {
    grid-column: 1 / -1;
  }
`;

/** Delay between the last key and the search. */
const TYPING_PAUSE_MS = 200;
const text = IMPORT_TEXT.trader;

type Search = { typed: string; found: readonly AdminUser[] | null; hasFailed: boolean };
const NOTHING: Search = { typed: "", found: null, hasFailed: false };

/** Finds a trader by the start of their e-mail address or username. */
export function TraderPicker({ onPick }: { onPick: (user: AdminUser) => void }) {
  const [{ typed, found, hasFailed }, setSearch] = useState(NOTHING);
  const search = typed.trim();

  useEffect(() => {
    if (search === "") return;
    let isActive = true;
    const show = (result: Omit<Search, "typed">) => isActive && setSearch((before) => ({ ...before, ...result }));
    const timer = setTimeout(() => {
      findUsers(search).then(
        (users) => show({ found: users, hasFailed: false }),
        () => show({ found: null, hasFailed: true }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [search]);

  function pickFirst(event: FormEvent) {
    event.preventDefault();
    if (found?.[0]) onPick(found[0]);
  }

  return (
    <Stack as="form" gap={8} role="search" onSubmit={pickFirst}>
      <Field
        type="search"
        label={text.label}
        placeholder={text.placeholder}
        hint={search === "" ? text.hint : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) =>
          setSearch((before) => ({ ...before, typed: target.value, ...(target.value.trim() ? {} : NOTHING) }))
        }
      />
      <LiveRegion>{found ? text.found(found.length) : ""}</LiveRegion>
      {hasFailed && (
        <Text size="dense" tone="muted" role="alert">
          {text.failed}
        </Text>
      )}
      {found?.length === 0 && (
        <Text size="dense" tone="muted">
          {text.none}
        </Text>
      )}
      {found && found.length > 0 && (
        <Found>
          {found.map((user) => (
            <li key={user._id}>
              <button type="button" onClick={() => onPick(user)}>
                <span>
                  <b>{user.name}</b>
                </span>
                <span className="num" data-tone="muted">
                  {user.username}
                </span>
                <span data-tone="muted" data-whole="">
                  {user.email}
                </span>
              </button>
            </li>
          ))}
        </Found>
      )}
    </Stack>
  );
}

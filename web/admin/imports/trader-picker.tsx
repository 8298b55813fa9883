import { styled } from "goober";
import { type FormEvent, useState } from "react";
import { useQuery } from "../../state/use-query.ts";
import { Field } from "../../ui/field.tsx";
import { Stack, Text } from "../../ui/layout.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { tint, type } from "../../ui/theme.ts";
import { adminKey } from "../core/admin-polling.ts";
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

/** Finds a trader by the start of their e-mail address or username. */
export function TraderPicker({ onPick }: { onPick: (user: AdminUser) => void }) {
  const [typed, setTyped] = useState("");
  const search = typed.trim();
  const { lastValue, error } = useQuery({
    key: search === "" ? null : adminKey("traders", search),
    async fetch(signal) {
      // While the text changes, each key aborts the one before, which then sends nothing.
      await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
      return await findUsers(search, signal);
    },
  });
  const hasFailed = error !== null;
  // While it searches for the text as it is now, those of the text before stay.
  const found = hasFailed || search === "" ? null : lastValue;

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
        onChange={({ target }) => setTyped(target.value)}
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

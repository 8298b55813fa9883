import { styled } from "goober";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { ButtonAnchor } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Download } from "../../ui/icon.tsx";
import { Select } from "../../ui/select.tsx";
import { media } from "../../ui/theme.ts";
import { type UserFilter, usersExportHref } from "./user-calls.ts";
import { USER_DESK_TEXT } from "./user-desk-text.ts";
import type { UserState } from "./user-types.ts";

const Row = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: 8px;
  padding: 4px 20px 12px;
  & > :first-child {
    grid-column: 1 / -1;
  }
  ${media.phone} {
    padding: 4px 16px 12px;
  }
`;

/** A search begins this long after the last key. */
const TYPING_PAUSE_MS = 250;

export const USER_STATES = ["frozen", "closed", "unverified", "admin"] as const satisfies UserState[];

const text = USER_DESK_TEXT;
const OPTIONS = [
  { value: "all", label: text.everybody },
  ...USER_STATES.map((value) => ({ value, label: text.states[value] })),
] as const;

type UserFiltersProps = {
  field: RefObject<HTMLInputElement | null>;
  filter: UserFilter;
  onFilter: (change: Partial<UserFilter>) => void;
};

/** Who is listed, and the same as a file. */
export function UserFilters({ field, filter, onFilter }: UserFiltersProps) {
  const { search, state } = filter;
  const [typed, setTyped] = useState(search);
  const find = useEffectEvent(() => {
    const wanted = typed.trim();
    if (wanted !== search) onFilter({ search: wanted });
  });

  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(find, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search]);

  return (
    <Row role="search">
      <Field
        ref={field}
        type="search"
        label={text.search}
        placeholder={text.searchPlaceholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Select
        label={text.state}
        value={state ?? "all"}
        options={OPTIONS}
        onChange={(value) => onFilter({ state: value === "all" ? null : value })}
      />
      <ButtonAnchor href={usersExportHref(filter)} icon={Download} aria-label={text.downloadLabel} download>
        {text.download}
      </ButtonAnchor>
    </Row>
  );
}

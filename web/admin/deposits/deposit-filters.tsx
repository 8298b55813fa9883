import { styled } from "goober";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { media } from "../../ui/theme.ts";
import { DESK_TEXT } from "../desk/desk-text.ts";
import type { DepositStatus } from "../desk/desk-types.ts";
import { DEPOSIT_DESK_TEXT } from "./deposit-desk-text.ts";

const Row = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 120px;
  gap: 8px;
  padding: 4px 20px 12px;
  ${media.phone} {
    padding: 4px 16px 12px;
  }
`;

/** A search begins this long after the last key. */
const TYPING_PAUSE_MS = 250;

export const STATUS_CHOICES = ["pending", "paid", "failed", "expired", "cancelled"] as const satisfies DepositStatus[];

const text = DEPOSIT_DESK_TEXT;
const OPTIONS = [
  { value: "all", label: text.all },
  ...STATUS_CHOICES.map((value) => ({ value, label: text.status[value] })),
] as const;

type DepositFiltersProps = {
  field: RefObject<HTMLInputElement | null>;
  status: DepositStatus | null;
  search: string;
  onStatus: (status: DepositStatus | null) => void;
  onSearch: (search: string) => void;
};

/** Which deposits are listed: of one status, or whose bill number begins with what is typed. */
export function DepositFilters({ field, status, search, onStatus, onSearch }: DepositFiltersProps) {
  const [typed, setTyped] = useState(search);
  const find = useEffectEvent(() => {
    const wanted = typed.trim().toUpperCase();
    if (wanted !== search) onSearch(wanted);
  });

  useEffect(() => {
    if (typed === search) return;
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
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Select
        label={DESK_TEXT.status}
        value={status ?? "all"}
        options={OPTIONS}
        onChange={(value) => onStatus(value === "all" ? null : value)}
      />
    </Row>
  );
}

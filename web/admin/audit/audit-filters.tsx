import { styled } from "goober";
import { useEffect, useEffectEvent, useState } from "react";
import { AUDIT_ACTIONS } from "../../../worker/contract/audit-actions.ts";
import { Button, ButtonAnchor } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Download } from "../../ui/icon.tsx";
import { Select } from "../../ui/select.tsx";
import { media } from "../../ui/theme.ts";
import { AUDIT_DESK_TEXT } from "./audit-desk-text.ts";
import type { AuditFilter } from "./audit-filter.ts";

const Row = styled("div")`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 220px)) 200px repeat(2, 150px) auto;
  align-items: end;
  gap: 8px;
  ${media.narrow} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

const Buttons = styled("div")`
  display: flex;
  gap: 8px;
  align-items: center;
  min-height: 40px;
`;

/** A search begins this long after the last key. */
const TYPING_PAUSE_MS = 300;

const text = AUDIT_DESK_TEXT;
const ACTS = [
  { value: "any", label: text.anyAct },
  ...AUDIT_ACTIONS.map((value) => ({ value, label: text.acts[value] })),
] as const;

type AuditFiltersProps = {
  filter: AuditFilter;
  onFilter: (change: Partial<AuditFilter>) => void;
  onClear: () => void;
  /** Where the rows that fit lie as a file. */
  exportHref: string;
};

/** What of the audit log is listed, and the same as a file. */
export function AuditFilters({ filter, onFilter, onClear, exportHref }: AuditFiltersProps) {
  const { who, about, action, from, to } = filter;
  return (
    <Row role="search">
      <NameField
        label={text.who}
        placeholder={text.whoPlaceholder}
        value={who}
        onValue={(next) => onFilter({ who: next })}
      />
      <NameField
        label={text.about}
        placeholder={text.aboutPlaceholder}
        value={about}
        onValue={(next) => onFilter({ about: next })}
      />
      <Select
        label={text.act}
        value={action ?? "any"}
        options={ACTS}
        onChange={(value) => onFilter({ action: value === "any" ? null : value })}
      />
      <Field
        type="date"
        label={text.from}
        value={from}
        max={to || undefined}
        onChange={({ target }) => onFilter({ from: target.value })}
      />
      <Field
        type="date"
        label={text.to}
        value={to}
        min={from || undefined}
        onChange={({ target }) => onFilter({ to: target.value })}
      />
      <Buttons>
        {(who || about || action || from || to) && (
          <Button variant="plain" onClick={onClear}>
            {text.clear}
          </Button>
        )}
        <ButtonAnchor href={exportHref} icon={Download} download>
          {text.download}
        </ButtonAnchor>
      </Buttons>
    </Row>
  );
}

type NameFieldProps = { label: string; placeholder: string; value: string; onValue: (value: string) => void };

/** Its value counts once the typing has paused. */
function NameField({ label, placeholder, value, onValue }: NameFieldProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  // Cleared from outside.
  if (shown !== value) {
    setShown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  const find = useEffectEvent(() => {
    if (typed.trim() !== value) onValue(typed.trim());
  });

  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(find, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);

  return (
    <Field
      type="search"
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

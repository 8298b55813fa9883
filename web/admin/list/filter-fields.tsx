import { useEffect, useEffectEvent, useState } from "react";
import { Field, type FieldProps } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { type FilterField, fieldValue } from "./list-filter.ts";
import type { ListAddress } from "./use-list-address.ts";

/** Delay between the last key and the change of the filter. */
const TYPING_PAUSE_MS = 300;

type FilterFieldsProps = { fields: readonly FilterField[] } & Pick<ListAddress, "filter" | "setFilter">;

/** The fields of a list's filter. */
export function FilterFields({ fields, filter, setFilter }: FilterFieldsProps) {
  return fields.map((field) => (
    <div key={field.name} data-kind={field.kind}>
      <FilterControl
        field={field}
        value={filter[field.name] ?? ""}
        set={(value) => setFilter({ [field.name]: value })}
      />
    </div>
  ));
}

type FilterControlProps = { field: FilterField; value: string; set: (value: string) => void };

function FilterControl({ field, value, set }: FilterControlProps) {
  const { label } = field;
  switch (field.kind) {
    case "text":
      return <TypedField field={field} value={value} set={set} type="search" placeholder={field.placeholder} />;
    case "dollars":
      return <TypedField field={field} value={value} set={set} inputMode="decimal" prefix="$" />;
    case "choice":
      return (
        <Select
          label={label}
          value={value}
          options={[{ value: "", label: field.any }, ...field.options]}
          onChange={set}
        />
      );
    default:
      return <Field type="date" label={label} value={value} onChange={({ target }) => set(target.value)} />;
  }
}

type TypedFieldProps = FilterControlProps & Omit<FieldProps, "label">;

/** A text field that changes the filter after a pause in typing, and only with a valid value. */
function TypedField({ field, value, set, ...rest }: TypedFieldProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const parsed = fieldValue(field, typed);
  // Changed from outside: cleared, or by the browser's Back button.
  if (shown !== value) {
    setShown(value);
    if (parsed !== value) setTyped(value);
  }
  const applyFilter = useEffectEvent(() => {
    if (parsed !== null) set(parsed);
  });

  useEffect(() => {
    if (parsed === null || parsed === value) return;
    const timer = setTimeout(applyFilter, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [parsed, value]);

  return (
    <Field
      {...rest}
      label={field.label}
      error={parsed === null ? ADMIN_TEXT.filter.wrong[field.kind === "dollars" ? "dollars" : "text"] : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

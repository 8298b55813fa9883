import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { MONEY, numberIn } from "../../../worker/contract/read-number.ts";
import { Field, type FieldProps } from "../../ui/fields/field.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { formatZone } from "../../ui/format.ts";
import { Box, Grid, Text } from "../../ui/layout.tsx";
import type { Looks } from "../../ui/look.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { type FilterField, fieldValue } from "./list-filter.ts";
import type { ListAddress } from "./use-list-address.ts";

const TYPING_PAUSE_MS = 300;

/** In the pane of a list, above it before all other fields, or across a page. */
const ARRANGE = {
  pane: { columns: 2, pad: "12px 20px 8px", phone: { pad: "12px 16px 8px" } },
  lead: { columns: "minmax(0, 1fr) 120px", pad: "12px 20px 8px", phone: { pad: "12px 16px 8px" } },
  page: { columns: "repeat(auto-fit, minmax(150px, 1fr))", align: "end" },
} as const;

type FilterFieldsProps = Pick<ListAddress, "filter" | "setFilter" | "timeZone"> & {
  fields: readonly FilterField[];
  arrange: keyof typeof ARRANGE;
  id?: string;
  children?: ReactNode;
};

/** The fields of a list's filter, and the time zone in which its days start and end. */
export function FilterFields(props: FilterFieldsProps) {
  const { fields, filter, setFilter, timeZone, arrange, id, children } = props;
  /** Where a field has a line of its own: text needs the width of a phone. */
  const lookOf = ({ kind }: FilterField): Looks => {
    if (arrange === "page") return kind === "text" ? { phone: WHOLE_LINE } : {};
    return fields.length === 1 || (arrange === "pane" && WIDE_KINDS.has(kind)) ? WHOLE_LINE : {};
  };
  return (
    <Grid gap={8} {...ARRANGE[arrange]} id={id}>
      {fields.map((field) => (
        <Box key={field.name} minWidth={0} {...lookOf(field)}>
          <FilterControl
            field={field}
            value={filter[field.name] ?? ""}
            set={(value) => setFilter({ [field.name]: value })}
          />
        </Box>
      ))}
      {children}
      {fields.some(({ kind }) => kind === "first_day") && (
        <Text size="caption" tone="muted" span="all">
          {ADMIN_TEXT.filter.days(formatZone(timeZone, Date.now()))}
        </Text>
      )}
    </Grid>
  );
}

const WHOLE_LINE = { span: "all" } as const;
const WIDE_KINDS: ReadonlySet<FilterField["kind"]> = new Set(["text", "choice"]);

/** Focuses the first text field, whose text is then typed over, or else the first select. */
export function focusFilter(filter: HTMLElement | null): void {
  const search = filter?.querySelector<HTMLInputElement>('[type="search"]');
  (search ?? filter?.querySelector("select"))?.focus();
  search?.select();
}

type FilterControlProps = { field: FilterField; value: string; set: (value: string) => void };

function FilterControl({ field, value, set }: FilterControlProps) {
  const { label } = field;
  switch (field.kind) {
    case "text":
      return <TypedField field={field} value={value} set={set} type="search" placeholder={field.placeholder} />;
    case "dollars":
      return <TypedField field={field} value={value} set={set} prefix="$" />;
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

  const input: FieldProps & { value: string } = {
    ...rest,
    label: field.label,
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
    value: typed,
    onChange: ({ target }) => setTyped(target.value),
  };
  const { wrong } = ADMIN_TEXT.filter;
  if (field.kind !== "dollars") return <Field {...input} error={parsed === null ? wrong.text : undefined} />;
  const isTooLarge = parsed === null && numberIn(typed, MONEY) !== null;
  return <NumberField {...input} reads={MONEY} error={isTooLarge ? wrong.dollars : undefined} />;
}

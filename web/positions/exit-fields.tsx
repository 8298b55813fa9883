import type { ReactNode } from "react";
import { PRICE } from "../../worker/contract/read-number.ts";
import { NumberField } from "../ui/fields/number-field.tsx";
import { Grid } from "../ui/layout.tsx";
import { editText } from "./edit-text.ts";
import type { TypedExits } from "./typed-exits.ts";

const FIELDS = [
  { name: "stop", label: editText.stopLoss },
  { name: "target", label: editText.takeProfit },
  { name: "trail", label: editText.trailing },
] as const;

type ExitFieldsProps = {
  typed: TypedExits;
  onType: (typed: TypedExits) => void;
  /** Below each field: what it means. */
  hints: Record<keyof TypedExits, ReactNode>;
  errorOf: (field: string) => string | null;
};

/** The stop, the target and the trailing distance of a position or an order. An empty field is none. */
export function ExitFields({ typed, onType, hints, errorOf }: ExitFieldsProps) {
  return (
    <Grid columns={2} gap={16} phone={{ columns: 1 }}>
      {FIELDS.map(({ name, label }) => (
        <NumberField
          key={name}
          reads={PRICE}
          label={label}
          hint={hints[name]}
          error={errorOf(name)}
          value={typed[name]}
          placeholder={editText.none}
          onChange={(event) => onType({ ...typed, [name]: event.target.value })}
        />
      ))}
    </Grid>
  );
}

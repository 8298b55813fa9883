import type { ComponentProps } from "react";
import { asciiOf } from "../../../worker/contract/ascii.ts";
import { Field } from "./field.tsx";

type DigitsFieldProps = Omit<ComponentProps<typeof Field>, "onChange"> & {
  /** The number of digits of a whole code. */
  length: number;
  /** Receives the digits alone, as many as the code has at most. */
  onDigits: (digits: string) => void;
};

/** The field of a code of digits, as an authenticator app shows it. */
export function DigitsField({ length, onDigits, ...field }: DigitsFieldProps) {
  return (
    <Field
      name="code"
      className="num"
      inputMode="numeric"
      autoComplete="one-time-code"
      {...field}
      onChange={({ target }) => onDigits(asciiOf(target.value).replace(/\D/g, "").slice(0, length))}
    />
  );
}

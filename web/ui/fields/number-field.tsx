import type { NumberForm } from "../../../worker/contract/read-number.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useNumberWords } from "./use-number-words.ts";

/** Props of `NumberField`. */
export type NumberFieldProps = FieldProps & { reads: NumberForm; value: string };

/**
 * A field for a number. Its text stays as it is typed or pasted; what is not understood of it is said below it, in place of
 * another error.
 */
export function NumberField({ reads, error, ...field }: NumberFieldProps) {
  const words = useNumberWords(field.value, reads, Boolean(error));
  return <Field inputMode="decimal" autoComplete="off" {...field} error={words ?? error} />;
}

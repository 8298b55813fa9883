import type { ComponentProps } from "react";
import { Field } from "./field.tsx";

/** The field of the e-mail address that an account is opened or logged in with. */
export function EmailField(props: ComponentProps<typeof Field>) {
  return (
    <Field type="email" name="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
  );
}

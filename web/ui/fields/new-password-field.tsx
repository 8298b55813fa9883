import type { ComponentProps } from "react";
import { Box } from "../layout.tsx";
import { PasswordField } from "./password-field.tsx";
import { PasswordMeter } from "./password-meter.tsx";

/** The field of a new password, with its length against the required minimum. */
export function NewPasswordField(props: ComponentProps<typeof PasswordField> & { value: string }) {
  return (
    <Box>
      <PasswordField autoComplete="new-password" {...props} />
      <PasswordMeter password={props.value} />
    </Box>
  );
}

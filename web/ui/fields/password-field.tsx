import { styled } from "goober";
import { useState } from "react";
import { Eye, EyeOff, Icon } from "../icon.tsx";
import { type } from "../theme.ts";
import { uiText } from "../ui-text.ts";
import { Field, type FieldProps } from "./field.tsx";

const Toggle = styled("button")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 6px;
  align-self: stretch;
  margin-right: -6px;
  padding: 0 6px;
  border-radius: 6px;
  color: var(--muted);
  &:hover {
    color: var(--text);
  }
  &:focus-visible {
    outline-offset: -4px;
  }
`;

/** A password field with a button to show the password. Paste and password managers work as in any field. */
export function PasswordField(props: Omit<FieldProps, "type" | "suffix" | "prefix" | "size">) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? "text" : "password"}
      suffix={
        <Toggle
          type="button"
          aria-label={isShown ? uiText.password.hideLabel : uiText.password.showLabel}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon of={isShown ? EyeOff : Eye} />
          {isShown ? uiText.password.hide : uiText.password.show}
        </Toggle>
      }
    />
  );
}

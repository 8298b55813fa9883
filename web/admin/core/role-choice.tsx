import { ADMIN_ROLES, type AdminRole } from "../../../worker/contract/admin-roles.ts";
import { Checkbox } from "../../ui/fields/choice.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { Stack, Text } from "../../ui/layout.tsx";
import { ROLES_TEXT } from "./roles-text.ts";

type RoleChoiceProps = {
  roles: readonly AdminRole[];
  error: string | null;
  onChange: (roles: readonly AdminRole[]) => void;
};

const ERROR_ID = "roles-error";

/** Which roles somebody is to hold, each with what it allows. */
export function RoleChoice({ roles, error, onChange }: RoleChoiceProps) {
  return (
    <Stack
      as="fieldset"
      gap={8}
      aria-describedby={error === null ? undefined : ERROR_ID}
      aria-invalid={error === null ? undefined : true}
    >
      <Text as="legend" size="dense" weight={500} margin="0 0 8px">
        {ROLES_TEXT.roles}
      </Text>
      {ADMIN_ROLES.map((role) => (
        <Checkbox
          key={role}
          name={role}
          checked={roles.includes(role)}
          onChange={({ target }) =>
            onChange(ADMIN_ROLES.filter((one) => (one === role ? target.checked : roles.includes(one))))
          }
        >
          <Stack as="span">
            <Text as="b" weight={500} size="dense">
              {ROLES_TEXT.names[role]}
            </Text>
            <Text as="span" size="caption" tone="muted">
              {ROLES_TEXT.does[role]}
            </Text>
          </Stack>
        </Checkbox>
      ))}
      {error !== null && <FieldError id={ERROR_ID}>{error}</FieldError>}
    </Stack>
  );
}

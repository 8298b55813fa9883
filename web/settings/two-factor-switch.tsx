import { useState } from "react";
import type { User } from "../state/api.ts";
import { Switch } from "../ui/switch.tsx";
import { DisableDialog } from "./disable-dialog.tsx";
import { EnrolDialog } from "./enrol-dialog.tsx";
import { securityText } from "./security-text.ts";
import { SetPasswordDialog } from "./set-password-dialog.tsx";

const text = securityText.twoFactor;

/** Fewer remaining recovery codes cause a warning. */
const FEW_CODES = 3;

/** Shows whether the second factor is on, and opens the dialog that turns it on or off. */
export function TwoFactorSwitch({ person }: { person: User }) {
  const [open, setOpen] = useState<"on" | "off" | null>(null);
  const { twoFactor, recoveryCodesLeft, hasPassword } = person.security;
  const hint = recoveryCodesLeft < FEW_CODES ? text.onFewLeft : text.on;
  return (
    <>
      <Switch
        label={text.label}
        description={twoFactor ? hint(recoveryCodesLeft) : text.off}
        isOn={twoFactor}
        onChange={(isOn) => setOpen(isOn ? "on" : "off")}
      />
      {open && !hasPassword && <SetPasswordDialog person={person} onClose={() => setOpen(null)} />}
      {open === "on" && hasPassword && <EnrolDialog person={person} onClose={() => setOpen(null)} />}
      {open === "off" && hasPassword && <DisableDialog onClose={() => setOpen(null)} />}
    </>
  );
}

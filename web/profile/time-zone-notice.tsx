import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { user } from "../state/session.ts";
import { areZonesAlike, browserTimeZone, isZoneKept, keepZone } from "../state/time-zone.ts";
import { Button } from "../ui/button.tsx";
import { Globe, Icon } from "../ui/icon.tsx";
import { NoticeLine } from "../ui/notice-line.ts";
import { profileText } from "./profile-text.ts";
import { saveProfile, showProblem } from "./save-profile.ts";

const text = profileText.timeZone;

/** Offers to switch the account to this browser's time zone when the two differ. */
export function TimeZoneNotice() {
  useSignals();
  const [isSaving, setIsSaving] = useState(false);
  const person = user.value;
  const here = browserTimeZone();
  if (!person || isZoneKept(person._id) || areZonesAlike(here, person.timeZone, Date.now())) return null;

  async function switchZone() {
    setIsSaving(true);
    const problem = await saveProfile({ timeZone: here });
    setIsSaving(false);
    if (problem) return showProblem(problem, profileText.updateFailed);
    // Loaded on demand: this component is on every screen, and most users never need the toaster here.
    const { toast } = await import("../ui/toaster.tsx");
    toast.success(text.switched(here));
  }

  return (
    <NoticeLine aria-label={text.label}>
      <p>
        <Icon of={Globe} />
        {text.differs(here, person.timeZone)}
      </p>
      <Button size="dense" isLoading={isSaving} onClick={() => void switchZone()}>
        {text.switchTo(here)}
      </Button>
      <Button size="dense" variant="plain" disabled={isSaving} onClick={() => keepZone(person._id)}>
        {text.keep(person.timeZone)}
      </Button>
    </NoticeLine>
  );
}

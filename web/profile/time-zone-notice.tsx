import type { User } from "../state/api.ts";
import { keepZone } from "../state/storage/time-zone.ts";
import { useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { Globe, Icon } from "../ui/icon.tsx";
import { NoticeLine } from "../ui/notice-line.ts";
import { toast } from "../ui/toast/toast.ts";
import { profileText } from "./profile-text.ts";
import { saveProfile, showProblem } from "./save-profile.ts";

const text = profileText.timeZone;

/** Offers to switch the account to this browser's time zone, which differs from it. */
export function TimeZoneNotice({ person, here }: { person: User; here: string }) {
  const { submit, isSending } = useSubmit({
    send: () => saveProfile({ timeZone: here }),
    onDone: () => void toast.success(text.switched(here)),
    explain: (error) => showProblem(error, profileText.updateFailed),
  });
  return (
    <NoticeLine aria-label={text.label}>
      <p>
        <Icon of={Globe} />
        {text.differs(here, person.timeZone)}
      </p>
      <Button size="dense" isLoading={isSending} onClick={() => void submit()}>
        {text.switchTo(here)}
      </Button>
      <Button size="dense" variant="plain" disabled={isSending} onClick={() => keepZone(person._id)}>
        {text.keep(person.timeZone)}
      </Button>
    </NoticeLine>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useState } from "react";
import { useLocation } from "wouter";
import { LOCAL_ZONE } from "../../worker/contract/zone-offset.ts";
import type { User } from "../state/api.ts";
import { showNotice } from "../state/notice.ts";
import { ROUTE } from "../state/routes.ts";
import { user } from "../state/session.ts";
import { areZonesAlike, browserTimeZone, isZoneKept, isZoneNoticeHere, keepZone } from "../state/storage/time-zone.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Globe, Icon, Lock } from "../ui/icon.tsx";
import { NoticeLine } from "../ui/notice-line.ts";
import { layer, media } from "../ui/theme.ts";
import { uiText } from "../ui/ui-text.ts";
import { shellText } from "./shell-text.ts";

/** Says on every screen that the account is frozen, before the trader tries to move money. */
export function FrozenNotice() {
  useSignals();
  const { label, words, support } = shellText.frozen;
  if (!user.value?.frozenAt) return null;
  return (
    <NoticeLine data-tone="warn" aria-label={label}>
      <p>
        <Icon of={Lock} />
        {words}
      </p>
      <ButtonAnchor size="dense" href={ROUTE.support}>
        {support}
      </ButtonAnchor>
    </NoticeLine>
  );
}

/**
 * At the end of the window, over the page: it comes with the page's data, and moves nothing that is read. At the end of the
 * page it has room of its own, as it has above the button of a form on a phone.
 */
const AtEnd = styled("div")`
  position: sticky;
  z-index: ${layer.sticky};
  bottom: calc(24px + var(--bottom-bar));
  margin-top: auto;
  padding-top: 16px;
  ${media.phone} {
    bottom: calc(16px + var(--bottom-bar));
    html:has([data-foot="docked"]) & {
      position: static;
    }
  }
`;

/** Offers to switch the account to this browser's time zone, where that is another one. */
export function ZoneNotice() {
  useSignals();
  const [path] = useLocation();
  const person = user.value;
  if (!person || areZonesAlike(LOCAL_ZONE, person.timeZone, Date.now())) return null;
  if (isZoneKept(person._id) || !isZoneNoticeHere(person._id, path)) return null;
  return <OtherZone person={person} here={browserTimeZone()} />;
}

function OtherZone({ person, here }: { person: User; here: string }) {
  const [isSending, setIsSending] = useState(false);
  const { label, differs, switchTo, keep } = shellText.timeZone;
  const hereName = here.replaceAll("_", " ");
  const ownName = person.timeZone.replaceAll("_", " ");

  async function switchZone() {
    if (isSending) return;
    setIsSending(true);
    try {
      await (await import("../profile/switch-zone.ts").catch(tellMissing))?.switchZone(here);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <AtEnd>
      <NoticeLine data-over="" aria-label={label}>
        <p>
          <Icon of={Globe} />
          {differs(hereName, ownName)}
        </p>
        <Button size="dense" isLoading={isSending} onClick={() => void switchZone()}>
          {switchTo(hereName)}
        </Button>
        <Button size="dense" variant="plain" disabled={isSending} onClick={() => keepZone(person._id)}>
          {keep(ownName)}
        </Button>
      </NoticeLine>
    </AtEnd>
  );
}

/** The code that sends was not loaded: the network is gone, or the file is, after a release. */
function tellMissing(): null {
  const { title, text: message } = uiText.notLoaded;
  showNotice({ type: "error", title, message });
  return null;
}

import type { Channel, DeliveryState } from "../../worker/contract/channels.ts";
import type { MailState } from "../../worker/contract/notifications.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { formatAge } from "../ui/format.ts";
import { Icon, type IconGlyph, Mail, Monitor, Send, Smartphone, TriangleAlert } from "../ui/icon.tsx";
import type { Notification } from "./notification-calls.ts";
import { notificationsText as text } from "./notifications-text.ts";

const MAIL_ICONS: Readonly<Record<NonNullable<MailState> | "none", IconGlyph>> = {
  none: Monitor,
  held: Monitor,
  sending: Mail,
  sent: Mail,
  failed: TriangleAlert,
};
const ICONS: Readonly<Record<Channel, IconGlyph>> = { push: Smartphone, telegram: Send, email: Mail };

/** Which channel has told a notification, whether it was shown, and which one did not show it before. */
export function CarriedBy({ row: { carried, mail } }: { row: Notification }) {
  if (!carried) {
    const state = mail ?? "none";
    return <Words icon={MAIL_ICONS[state]} words={text.mails[state]} />;
  }
  const { channel, last, before } = carried;
  const [first] = before;
  if (!first) return <Words icon={isBad(last) ? TriangleAlert : ICONS[channel]} words={stateWords(channel, last)} />;
  const then = text.carried.then[channel](stateWords(first.channel, first.last));
  // What the last one did is said where that failed too.
  return <Words icon={TriangleAlert} words={isBad(last) ? stateWords(channel, last) : then} />;
}

function Words({ icon, words }: { icon: IconGlyph; words: string }) {
  return (
    <small data-tone={icon === TriangleAlert ? "warn" : undefined}>
      <Icon of={icon} size={14} />
      {words}
    </small>
  );
}

const isBad = ({ state }: DeliveryState) => state === "failed" || state === "silent";

function stateWords(channel: Channel, last: DeliveryState): string {
  const { shown, sending, accepted, silent, failed } = text.carried;
  switch (last.state) {
    case "sending":
      return sending[channel];
    case "accepted":
      return accepted[channel];
    case "shown":
      return shown[channel](afterWords(last.afterMs));
    case "silent":
      return silent;
    case "failed":
      return failed[channel](last.status);
  }
}

/** In whole seconds, at least one. */
function afterWords(ms: number): string {
  return ms < MINUTE_MS ? text.seconds(String(Math.max(1, Math.round(ms / 1_000)))) : formatAge(ms);
}

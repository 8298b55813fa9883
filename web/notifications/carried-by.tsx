import type { Channel, ToldBy } from "../../worker/contract/channels.ts";
import type { MailState } from "../../worker/contract/notifications.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { formatAge } from "../ui/format.ts";
import { Icon, type IconGlyph, Mail, Monitor, Send, Smartphone, TriangleAlert } from "../ui/icon.tsx";
import { notificationsText as text } from "./notifications-text.ts";

const MAIL_ICONS: Readonly<Record<NonNullable<MailState> | "none", IconGlyph>> = {
  none: Monitor,
  held: Monitor,
  sending: Mail,
  sent: Mail,
  failed: TriangleAlert,
};
const ICONS: Readonly<Record<Channel, IconGlyph>> = { push: Smartphone, telegram: Send, email: Mail };

/** What a notification's row says of it. */
type Carried = { channels?: readonly ToldBy[]; isHeld?: boolean; mail: MailState };

/** Which channel has told a notification, whether it was shown, and which one did not show it before. */
export function CarriedBy({ row: { channels = [], isHeld = false, mail } }: { row: Carried }) {
  const [first] = channels;
  const last = channels.at(-1);
  if (!first || !last) {
    const state = isHeld ? "held" : (mail ?? "none");
    return <Words icon={MAIL_ICONS[state]} words={text.mails[state]} />;
  }
  if (isBad(last)) return <Words icon={TriangleAlert} words={stateWords(last)} />;
  if (first === last) return <Words icon={ICONS[last.channel]} words={stateWords(last)} />;
  return <Words icon={TriangleAlert} words={text.carried.takenOver[last.channel](stateWords(first))} />;
}

function Words({ icon, words }: { icon: IconGlyph; words: string }) {
  return (
    <small data-tone={icon === TriangleAlert ? "warn" : undefined}>
      <Icon of={icon} size={14} />
      {words}
    </small>
  );
}

const isBad = ({ state }: ToldBy) => state === "failed" || state === "silent";

function stateWords({ channel, state, afterMs, status }: ToldBy): string {
  const { shown, sending, accepted, silent, failed } = text.carried;
  switch (state) {
    case "sending":
      return sending[channel];
    case "accepted":
      return accepted[channel];
    case "shown":
      return shown[channel](afterWords(afterMs ?? 0));
    case "silent":
      return silent;
    case "failed":
      return failed[channel](status !== null && status >= 100 ? ` (${status})` : "");
  }
}

/** In whole seconds, at least one. */
function afterWords(ms: number): string {
  return ms < MINUTE_MS ? text.seconds(String(Math.max(1, Math.round(ms / 1_000)))) : formatAge(ms);
}

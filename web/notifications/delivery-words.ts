import type { Channel, DeliveryState } from "../../worker/contract/channels.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { formatAge, formatTime } from "../ui/format.ts";
import { channelsText as text } from "./channels-text.ts";

/** What is said of a message, and how: as done, as something to look at, or by the way. What changes each second is not read out. */
export type Said = { tone: "muted" | "up" | "warn"; words: string; isUnderWay?: boolean; isSilent?: boolean };

type When = { nowMs: number; timeZone: string };

/** What became of the last message by a channel. */
export function lastWords(channel: Channel, last: DeliveryState, { nowMs, timeZone }: When): Said {
  switch (last.state) {
    case "sending":
      return { tone: "muted", words: text.last.sending, isUnderWay: true };
    case "accepted":
      return { tone: "muted", words: text.last.accepted[channel] };
    case "shown": {
      const ageMs = nowMs - Date.parse(last.at);
      const age = ageMs < MINUTE_MS ? text.justNow : text.ago(formatAge(ageMs));
      return { tone: "muted", words: text.last.shown[channel](age) };
    }
    case "silent":
      return { tone: "warn", words: text.last.silent(formatTime(last.at, timeZone)) };
    case "failed":
      return { tone: "warn", words: text.last.failed(formatTime(last.at, timeZone), whyWords(channel, last.status)) };
  }
}

/** What became of a test. */
export function testWords(channel: Channel, last: DeliveryState): Said {
  switch (last.state) {
    case "sending":
    case "accepted":
      return { tone: "muted", words: text.tested.sending, isUnderWay: true };
    case "shown":
      return { tone: "up", words: text.tested.shown[channel](exactly(last.afterMs)) };
    case "silent":
      return { tone: "warn", words: text.tested.silent };
    case "failed":
      return { tone: "warn", words: text.tested.failed(whyWords(channel, last.status)) };
  }
}

/** A time that a message took, to a tenth of a second: `1.4 s` */
function exactly(ms: number): string {
  return ms < MINUTE_MS ? text.seconds((ms / 1_000).toFixed(1)) : formatAge(ms);
}

/** Why a service did not take a message, with its code. @param status an HTTP status, 0 without an answer */
export function whyWords(channel: Channel, status: number): string {
  const { why } = text;
  if (status === 0) return why.none;
  return why.withCode(reasonOf(channel, status), status);
}

function reasonOf(channel: Channel, status: number): string {
  const { why } = text;
  const isGone = status === 404 || status === 410 || (channel === "telegram" && status === 403);
  if (isGone) return why.gone[channel];
  if (status === 401 || status === 403) return why.key;
  if (status === 413) return why.tooLarge;
  if (status === 429) return why.busy;
  return status >= 500 ? why.down : why.refused;
}

import type { Channel, DeliveryState } from "../../worker/contract/channels.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { formatAge, formatTime } from "../ui/format.ts";
import { whyWords } from "./channel-order.ts";
import { channelsText as text } from "./channels-text.ts";

/** What is said of a message, and how: as done, as something to look at, or by the way. What changes each second is not read out. */
export type Said = { tone: "muted" | "up" | "warn"; words: string; isUnderWay?: boolean; isSilent?: boolean };

type When = { nowMs: number; timeZone: string };

/** What became of the last message by a channel. */
export function lastWords(channel: Channel, last: DeliveryState, { nowMs, timeZone }: When): Said {
  switch (last.state) {
    case "sending":
      return waitsWords(channel, last, timeZone) ?? { tone: "muted", words: text.last.sending, isUnderWay: true };
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

/** What is said of a message that failed and is tried again; null for another one. */
function waitsWords(channel: Channel, last: DeliveryState, timeZone: string): Said | null {
  if (last.state !== "sending" || !last.waits) return null;
  const { status, until } = last.waits;
  return { tone: "warn", words: text.waits(whyWords(channel, status), formatTime(until, timeZone)) };
}

/** What became of a test. */
export function testWords(channel: Channel, last: DeliveryState, timeZone: string): Said {
  switch (last.state) {
    case "sending":
    case "accepted": {
      const waits = waitsWords(channel, last, timeZone);
      if (waits) return waits;
      return { tone: "muted", words: text.tested.sending, isUnderWay: true };
    }
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

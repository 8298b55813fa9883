import { formatPercent } from "../../ui/format.ts";
import { type CardLine, LinesPanel } from "../core/card-lines.tsx";
import type { AdminOverview } from "./overview-calls.ts";
import { OVERVIEW_TEXT } from "./overview-text.ts";

const text = OVERVIEW_TEXT.channels;
/** A part of pushes is never shown: browsers that are off. Above it something else is wrong. */
const SILENT_PERCENT_MAX = 20;

/** How many messages of this month each channel did not bring to a person: those that failed, and those that nothing has shown. */
export function ChannelsCard({ channels }: Pick<AdminOverview, "channels">) {
  return (
    <LinesPanel
      title={text.title}
      lines={channels.map(({ channel, count, silent, failed }): CardLine => {
        if (count === 0) return { name: text.names[channel], value: text.none };
        const percent = (100 * (silent + failed)) / count;
        const tone = percent > SILENT_PERCENT_MAX ? "warn" : undefined;
        return { name: text.names[channel], value: text.silent(formatPercent(percent), String(count)), tone };
      })}
    />
  );
}

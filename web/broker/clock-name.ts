import type { FileClock } from "../../worker/contract/broker/file-clock.ts";
import { importText } from "./import-text.ts";

/** The name of a file's clock: `New York + 7 h`, `UTC`, `UTC +3 h`, `Asia/Phnom Penh`. */
export function clockText(clock: FileClock): string {
  switch (clock.kind) {
    case "new_york_close":
      return importText.clockDialog.newYork;
    case "offset":
      return clock.minutes === 0
        ? importText.clockDialog.utc
        : importText.clockDialog.offsetText(offsetText(clock.minutes));
    case "zone":
      return clock.timeZone.replaceAll("_", " ");
  }
}

/** `+3:00`, `−4:30` */
export function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "−" : "+"}${hours}:${String(rest).padStart(2, "0")}`;
}

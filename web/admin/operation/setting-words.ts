import { OPERATION_SETTINGS, type SettingKey, type SettingValue } from "../../../worker/contract/operation/settings.ts";
import { readWorkingHours, type WorkingHours } from "../../../worker/contract/operation/working-hours.ts";
import { formatMoney } from "../../ui/format.ts";
import { OPERATION_TEXT } from "./operation-text.ts";

const text = OPERATION_TEXT;

/** A value of a setting with its unit. */
export function settingWords(key: SettingKey, value: SettingValue | null): string {
  if (value === null) return EMPTY_WORDS[key] ?? text.notSet;
  switch (OPERATION_SETTINGS[key].kind) {
    case "money":
      return formatMoney(Number(value), "always");
    case "hours":
      return text.hours(Number(value));
    case "working_hours": {
      const hours = readWorkingHours(String(value));
      return hours ? workingWords(hours) : String(value);
    }
    case "choice":
      return Object.entries(text.choice).find(([choice]) => choice === value)?.[1] ?? String(value);
    case "zone":
      return String(value).replaceAll("_", " ");
  }
}

const EMPTY_WORDS: Partial<Record<SettingKey, string>> = {
  working_hours: text.aroundTheClock,
  import_time_zone: text.noZone,
  withdrawal_day_max_trader: text.noLimit,
};

function workingWords({ days, from, to, holidays }: WorkingHours): string {
  return text.working(days.map((day) => text.days[day]).join(" "), clockTime(from), clockTime(to), holidays.length);
}

/** A minute of the day on a clock: `08:00`, and `24:00` at its end. */
export function clockTime(minute: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Reads a time of a clock, in any digits. @returns the minute of the day; null for none */
export function readClockTime(typed: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(typed) ?? [];
  if (hours === undefined || minutes === undefined || Number(minutes) > 59) return null;
  const minute = Number(hours) * 60 + Number(minutes);
  return minute <= 24 * 60 ? minute : null;
}

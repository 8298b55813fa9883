import { HOUR_MS } from "../../worker/contract/time.ts";

/**
 * Zones with and without daylight saving; offsets of whole, half and quarter hours; a daylight saving of half an hour;
 * both sides of the date line. Zones with recent rule changes are left out: the time zone data of the test and the
 * Worker may differ for them.
 */
export const ZONES = [
  "UTC",
  "Asia/Phnom_Penh",
  "America/New_York",
  "Europe/London",
  "Asia/Kathmandu",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/St_Johns",
  "Pacific/Chatham",
  "America/Sao_Paulo",
  "Pacific/Pago_Pago",
] as const;

/**
 * A zone whose day does not end in the next hours, for a test of what is of today: that would be of yesterday before the
 * test is over. It has no daylight saving.
 */
export function zoneWithDayLeft(): "Asia/Phnom_Penh" | "Pacific/Honolulu" {
  const hourInPhnomPenh = new Date(Date.now() + 7 * HOUR_MS).getUTCHours();
  return hourInPhnomPenh < 20 ? "Asia/Phnom_Penh" : "Pacific/Honolulu";
}

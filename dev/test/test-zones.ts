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

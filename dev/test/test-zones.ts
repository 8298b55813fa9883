/**
 * With and without daylight saving, whole, half and quarter hours, half an hour of summer, both ends of the date line. None
 * whose rules were changed of late: a test and the Worker would go by different editions of them.
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

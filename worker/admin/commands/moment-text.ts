/** Formats a time for the admin API's messages: `22 Nov 2026, 14:05 GMT+7`. @param timeZone the operation's zone */
export function formatMoment(atMs: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  return format.format(atMs);
}

/** Formats a time in its zone: `Nov 21, 2026, 15:04 (Asia/Phnom_Penh)` */
export function formatMoment(atMs: number, timeZone: string): string {
  const format = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone } as const;
  return `${new Intl.DateTimeFormat("en-US", format).format(atMs)} (${timeZone})`;
}

/** How a program writes a date and a time of day. Letters as in `YYYY-MM-DD hh:mm:ss`; single ones have no zero before them, `h12` and `ap` are of twelve hours. */
export function momentText(atMs: number, form: string): string {
  const date = new Date(atMs);
  const two = (part: number) => String(part).padStart(2, "0");
  const hour = date.getUTCHours();
  const parts: Record<string, string> = {
    YYYY: String(date.getUTCFullYear()),
    YY: two(date.getUTCFullYear() % 100),
    MM: two(date.getUTCMonth() + 1),
    M: String(date.getUTCMonth() + 1),
    DD: two(date.getUTCDate()),
    D: String(date.getUTCDate()),
    hh: two(hour),
    h12: String(hour % 12 === 0 ? 12 : hour % 12),
    mm: two(date.getUTCMinutes()),
    ss: two(date.getUTCSeconds()),
    fff: String(date.getUTCMilliseconds()).padStart(3, "0"),
    ap: hour < 12 ? "AM" : "PM",
  };
  return form.replaceAll(/YYYY|YY|MM|M|DD|D|hh|h12|mm|ss|fff|ap/g, (part) => parts[part] ?? "");
}

/** The number that a spreadsheet stores for a moment: days since the end of 1899. */
export function serialText(atMs: number): string {
  return String((atMs - Date.UTC(1899, 11, 30)) / 86_400_000);
}

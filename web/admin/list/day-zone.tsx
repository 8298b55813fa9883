import { formatZone } from "../../ui/format.ts";
import { Text } from "../../ui/layout.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";

/** Names the time zone in which the days of the filter start and end. */
export function DayZone({ timeZone }: { timeZone: string }) {
  return (
    <Text size="caption" tone="muted">
      {ADMIN_TEXT.filter.days(formatZone(timeZone, Date.now()))}
    </Text>
  );
}

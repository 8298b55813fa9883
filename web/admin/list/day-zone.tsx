import { styled } from "goober";
import { formatZone } from "../../ui/format.ts";
import { type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";

const Caption = styled("p")`
  ${type.caption}
  color: var(--muted);
`;

/** Names the time zone in which the days of the filter start and end. */
export function DayZone({ timeZone }: { timeZone: string }) {
  return <Caption>{ADMIN_TEXT.filter.days(formatZone(timeZone, Date.now()))}</Caption>;
}

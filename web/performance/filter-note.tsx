import { styled } from "goober";
import { Button } from "../ui/button.tsx";
import { X } from "../ui/icon.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { performanceText } from "./performance-text.ts";
import type { PageFilter, Period } from "./trade-filter.ts";

const text = performanceText.filter;

const Bar = styled("div")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-height: 44px;
  margin-bottom: 16px;
  padding: 6px 8px 6px 20px;
  border: 1px solid ${tint("accent", 40)};
  border-radius: var(--radius-card);
  background: ${tint("accent", 8)};
  & > span {
    flex: 1;
  }
  ${media.phone} {
    margin-bottom: 12px;
    padding-left: 16px;
  }
`;

/** Shown above all figures while a filter is active. */
export function FilterNote({ filter, onClear }: { filter: PageFilter; onClear: () => void }) {
  return (
    <Bar role="status">
      <span>
        {text.active} <b>{filterText(filter)}</b>
      </span>
      <Button size="dense" variant="plain" icon={X} onClick={onClear}>
        {text.clear}
      </Button>
    </Bar>
  );
}

/** `XAUUSDm, Buy, Last 30 days` */
function filterText({ symbol, direction, period }: PageFilter): string {
  return [symbol, direction, periodText(period)].filter((part) => part !== null).join(", ");
}

function periodText(period: Period): string | null {
  switch (period.kind) {
    case "all":
      return null;
    case "days":
      return text.lastDays(period.days);
    case "dates":
      return `${performanceText.longDate(period.fromDay)} – ${performanceText.longDate(period.toDay)}`;
  }
}

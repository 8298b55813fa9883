import { styled } from "goober";
import { SampleBadge } from "../ui/badge.tsx";
import { formatSignedMoney } from "../ui/format.ts";
import { media, tint, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";

/** Results of the sample month by day, in whole dollars. */
const RESULTS: Readonly<Record<number, number>> = {
  3: 42,
  4: -18,
  5: 96,
  6: 12,
  10: -64,
  11: 32,
  12: 9,
  13: 155,
  17: 23,
  18: -10,
  19: 72,
  20: -20,
};
const WEEKDAYS = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];
const DAYS = Array.from({ length: 28 }, (_, index) => index + 1);
/** From this absolute result on, in dollars, a day gets the strong tint. */
const STRONG_USD = 60;

const Frame = styled("div")`
  padding: 12px 12px 0;
  & > div {
    ${type.dense}
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 0 4px 4px;
    font-weight: 500;
  }
  & > div > b {
    margin-left: auto;
    color: var(--up);
  }
  & > ol {
    ${type.caption}
    display: grid;
    grid-template-columns: repeat(7, minmax(0, 1fr));
    gap: 4px;
    color: var(--muted);
  }
  & [data-head] {
    padding: 4px 0;
    text-align: center;
  }
  & [data-day] {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    height: 52px;
    padding: 3px 6px;
    border-radius: 6px;
    background: var(--surface);
    font-size: 11px;
  }
  & b {
    text-align: right;
    font-weight: 500;
  }
  & [data-day="up"] {
    background: ${tint("up", 14, "bg")};
  }
  & [data-day="up-strong"] {
    background: ${tint("up", 24, "bg")};
  }
  & [data-day="down"] {
    background: ${tint("down", 14, "bg")};
  }
  & [data-day="down-strong"] {
    background: ${tint("down", 24, "bg")};
  }
  & [data-day^="up"] > b {
    color: var(--up);
  }
  & [data-day^="down"] > b {
    color: var(--down);
  }
  ${media.phone} {
    padding: 12px 8px 0;
    & [data-day] {
      height: 44px;
      padding: 2px 4px;
    }
  }
`;

/** A sample month: the result of each trading day as a colour and a figure. */
export function CalendarPicture() {
  const total = Object.values(RESULTS).reduce((sum, result) => sum + result, 0);
  return (
    <Frame role="img" aria-label={landingText.features.analytics.picture} data-cut="below">
      <div>
        Nov 2026 <SampleBadge />
        <b className="num">{formatSignedMoney(total)}</b>
      </div>
      <ol className="num">
        {WEEKDAYS.map((weekday) => (
          <li key={weekday} data-head="">
            {weekday}
          </li>
        ))}
        {DAYS.map((day) => (
          <CalendarDay key={day} day={day} resultUsd={RESULTS[day] ?? null} />
        ))}
      </ol>
    </Frame>
  );
}

function CalendarDay({ day, resultUsd }: { day: number; resultUsd: number | null }) {
  if (resultUsd === null) return <li data-day="none">{day}</li>;
  const direction = resultUsd < 0 ? "down" : "up";
  return (
    <li data-day={Math.abs(resultUsd) >= STRONG_USD ? `${direction}-strong` : direction}>
      {day}
      <b>{`${resultUsd < 0 ? "−" : "+"}${Math.abs(resultUsd)}`}</b>
    </li>
  );
}

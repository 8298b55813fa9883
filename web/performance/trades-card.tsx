import { useSignals } from "@preact/signals-react/runtime";
import { keyframes, styled } from "goober";
import { memo, type Ref, useContext } from "react";
import { Link } from "wouter";
import { addUsd } from "../../worker/contract/money.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card } from "../ui/card.tsx";
import { capUsd, formatSignedMoney } from "../ui/format.ts";
import { Icon, X } from "../ui/icon.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { NOTHING_CHOSEN, performancePath, type TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import type { Only } from "./trade-filter.ts";
import { TradeGrid } from "./trade-grid.tsx";
import type { TradeRows } from "./trade-rows.ts";
import { PageContext } from "./trades-link.tsx";

const text = performanceText.list;

const Head = styled("header")`
  ${type.body}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  min-height: 52px;
  padding: 8px 20px;
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    min-width: 0;
  }
  & p {
    ${type.caption}
    color: var(--muted);
  }
  & h2:focus {
    outline: none;
  }
  ${media.phone} {
    padding: 8px 16px;
  }
`;

const slide = keyframes`from { opacity: 0; transform: translateY(-8px); }`;

const Body = styled("div")`
  border-top: 1px solid var(--line);
  animation: ${slide} 180ms ease-out;
`;

const Empty = styled("p")`
  ${type.dense}
  padding: 24px 20px;
  color: var(--muted);
  text-align: center;
`;

const Chip = styled("a")`
  ${type.caption}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  height: 24px;
  padding: 0 6px 0 10px;
  border: 1px solid var(--control);
  border-radius: var(--radius-badge);
  color: var(--text);
  white-space: nowrap;
  &:hover {
    background: var(--raised);
  }
  ${media.touch} {
    height: 32px;
  }
`;

type TradesCardProps = {
  view: TradeView;
  rows: TradeRows;
  timeZone: string;
  /** Takes the focus when the list is opened from elsewhere on the page. */
  headingRef: Ref<HTMLHeadingElement>;
};

/** The trades behind a day, a week or a figure. Source: specification section 2, "Trades for {date}", and section 4 */
export const TradesCard = memo(function TradesCard({ view, rows, timeZone, headingRef }: TradesCardProps) {
  useSignals();
  void rows.changed.value;
  const title = titleOf(view);
  const isChosen = view.mode !== "day" || view.day !== null;
  const note = isChosen && rows.count ? noteOf(view, rows, rows.count) : null;
  return (
    <Card data-flush="true" aria-labelledby="trades">
      <Head>
        <div>
          <h2 id="trades" ref={headingRef} tabIndex={-1}>
            {title}
          </h2>
          {isChosen && view.mode === "all" && view.only && <OnlyChip only={view.only} />}
          {!isChosen && <p>{text.noneHint}</p>}
          {note && (
            <p className="num">
              {note.count}
              {note.netUsd !== null && (
                <>
                  , {text.net} <Money usd={capUsd(note.netUsd)} as="result" />
                </>
              )}
            </p>
          )}
        </div>
        <SwitchButton view={view} />
      </Head>
      {isChosen && (
        <Body key={JSON.stringify(view)}>
          {rows.count === 0 ? (
            <Empty>{emptyOf(view)}</Empty>
          ) : (
            <TradeGrid label={title} rows={rows} timeZone={timeZone} />
          )}
        </Body>
      )}
      <LiveRegion>{isChosen && rows.count !== null ? announcement(title, view, note) : ""}</LiveRegion>
    </Card>
  );
});

/** `Show All Trades`, or the link back. */
function SwitchButton({ view }: { view: TradeView }) {
  const { filter, reveal } = useContext(PageContext);
  const isAll = view.mode === "all";
  const next: TradeView = isAll ? NOTHING_CHOSEN : { mode: "all", only: null };
  return (
    <ButtonLink
      size="dense"
      href={performancePath({ filter, view: next })}
      onClick={isAll ? undefined : () => reveal("stays")}
    >
      {isAll ? text.back : text.showAll}
    </ButtonLink>
  );
}

function OnlyChip({ only }: { only: Only }) {
  const { filter } = useContext(PageContext);
  const label = performanceText.only(only);
  const href = performancePath({ filter, view: { mode: "all", only: null } });
  return (
    <Link href={href} asChild>
      <Chip href={href} aria-label={text.remove(label)}>
        {label}
        <Icon of={X} size={14} />
      </Chip>
    </Link>
  );
}

type Note = { count: string; netUsd: number | null };

/** The net result is omitted for all trades, which the cards show; the rows of a day or a week are all loaded. */
function noteOf(view: TradeView, rows: TradeRows, count: number): Note {
  const all = Array.from({ length: view.mode === "all" ? 0 : count }, (_, index) => rows.at(index)?.profitLoss ?? 0);
  return { count: performanceText.trades(count), netUsd: view.mode === "all" ? null : addUsd(all) };
}

function announcement(title: string, view: TradeView, note: Note | null): string {
  if (!note) return `${title}: ${emptyOf(view)}`;
  return [title, note.count, note.netUsd === null ? null : `${text.net} ${formatSignedMoney(note.netUsd)}`]
    .filter((part) => part !== null)
    .join(", ");
}

function titleOf(view: TradeView): string {
  switch (view.mode) {
    case "day":
      return view.day === null ? text.none : text.ofDay(view.day);
    case "week":
      return text.ofWeek(view.week, view.year);
    case "all":
      return text.all;
  }
}

function emptyOf(view: TradeView): string {
  return { day: text.emptyDay, week: text.emptyWeek, all: text.emptyAll }[view.mode];
}

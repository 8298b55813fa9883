import { styled } from "goober";
import type { ReactNode } from "react";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { calendarWeeks, monthOfDays } from "../performance/month-figures.ts";
import { DayFace, dayLook, MonthGrid, WeekFace } from "../performance/month-grid.tsx";
import { symbolName } from "../state/symbol-text.ts";
import { Badge, SampleBadge } from "../ui/badge.tsx";
import { Facts } from "../ui/facts.tsx";
import { Figure } from "../ui/figure.ts";
import { formatMoney, formatMonth, formatSignedMoney, NO_VALUE } from "../ui/format.ts";
import { Check, CircleX } from "../ui/icon.tsx";
import { Box, Row } from "../ui/layout.tsx";
import { TableGrid } from "../ui/list/table.tsx";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { QuoteChange, QuotePrice, QuoteSpark } from "./quote-cells.tsx";
import { SAMPLE_DAYS, SAMPLE_DEPOSIT, SAMPLE_MONTH } from "./samples.ts";
import { HISTOGRAM } from "./script/latency-sample.ts";
import { liveText } from "./script/live-text.ts";

// The columns keep their widths when prices arrive.
const Prices = styled(TableGrid)`
  --table-head-look: none;
  --table-row: 44px;
  table-layout: fixed;
  & small {
    ${type.caption}
    margin-left: 8px;
    font-weight: 400;
    color: var(--muted);
  }
  & tr > :last-child {
    width: 136px;
  }
  & svg {
    margin-left: auto;
  }
  ${media.phone} {
    & small {
      display: none;
    }
  }
`;

/** The watchlist with current prices. */
export function PricesPicture() {
  const { symbol, last, change, day, recent } = landingText.features.realTime.columns;
  return (
    <div>
      <Prices>
        <thead>
          <tr>
            <th scope="col">{symbol}</th>
            <th scope="col" data-align="right">
              {last}
            </th>
            <th scope="col" data-align="right" data-phone="hidden">
              {change}
            </th>
            <th scope="col" data-align="right">
              {day}
            </th>
            <th scope="col" data-align="right" data-phone="hidden">
              {recent}
            </th>
          </tr>
        </thead>
        <tbody>
          {WATCHLIST_SYMBOLS.map((watched) => (
            <tr key={watched} data-quote={watched}>
              <th scope="row">
                {symbolName(watched)}
                <small>{watched}</small>
              </th>
              <td data-align="right">
                <QuotePrice />
              </td>
              <td data-align="right" data-phone="hidden">
                <QuoteChange part="change" />
              </td>
              <td data-align="right">
                <QuoteChange part="day" />
              </td>
              <td data-phone="hidden">
                <QuoteSpark width={72} />
              </td>
            </tr>
          ))}
        </tbody>
      </Prices>
    </div>
  );
}

const Latency = styled("div")`
  ${type.caption}
  display: flex;
  flex-direction: column;
  padding: 20px 20px 12px;
  color: var(--muted);
  & dl,
  & > p {
    display: flex;
    justify-content: space-between;
  }
  & dl > :last-child {
    text-align: right;
  }
  & > svg {
    flex: 1;
    width: 100%;
    min-height: 73px;
    margin: 20px 0 6px;
    fill: var(--accent);
    stroke: var(--control);
  }
  & path {
    stroke: none;
  }
  /* Each tick is centred on its own position on the scale, whatever its width. */
  & > p > span {
    display: flex;
    justify-content: center;
    width: 0;
    white-space: nowrap;
  }
  & > p > :first-child {
    justify-content: start;
  }
  & > p > :last-child {
    justify-content: end;
  }
`;

const TICKS = ["0", "", "", "", "ms"];

/** The age of prices when they leave the server, measured on this page. */
export function LatencyPicture() {
  const { median, slowest } = liveText.latency;
  const { width, height } = HISTOGRAM;
  return (
    <Latency data-latency="" data-cut="below">
      <dl>
        <div>
          <dt data-part="count">{median}</dt>
          <Figure as="dd" className="num" data-size="page" data-part="median">
            {NO_VALUE}
          </Figure>
        </div>
        <div>
          <dt>{slowest}</dt>
          <Figure as="dd" className="num" data-size="row" data-part="slowest">
            {NO_VALUE}
          </Figure>
        </div>
      </dl>
      <svg viewBox={`0 0 ${width} ${height + 1}`} preserveAspectRatio="none" aria-hidden="true">
        <path data-part="bars" />
        <line x2={width} y1={height + 0.5} y2={height + 0.5} />
      </svg>
      <p className="num" aria-hidden="true">
        {TICKS.map((tick, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ticks are constant and never reordered
          <span key={index} data-part="tick">
            {tick}
          </span>
        ))}
      </p>
    </Latency>
  );
}

/** A sample month: the result of each trading day as a colour and a figure. */
export function CalendarPicture() {
  const { pnl, days, weeks } = monthOfDays(SAMPLE_DAYS, SAMPLE_MONTH);
  const largest = Math.max(...[...days.values()].map((result) => Math.abs(result.pnl)));
  return (
    <Box
      role="img"
      aria-label={landingText.features.analytics.picture}
      data-cut="below"
      pad="12px 12px 0"
      phone={{ pad: "12px 8px 0" }}
    >
      <Row as="h4" gap={8} pad="0 4px 4px" size="dense" weight={500}>
        {formatMonth(Date.UTC(SAMPLE_MONTH.year, SAMPLE_MONTH.month - 1), "UTC")} <SampleBadge />
        <Box as="span" margin="0 0 0 auto">
          <Money usd={pnl} as="result" />
        </Box>
      </Row>
      <MonthGrid
        inert
        month={SAMPLE_MONTH}
        weeks={calendarWeeks(SAMPLE_MONTH).slice(0, 4)}
        day={(day) => {
          const result = days.get(day);
          return (
            <div {...(result && dayLook(result.pnl, largest))}>
              <DayFace day={day} result={result} isShort />
            </div>
          );
        }}
        week={(sunday) => (
          <div>
            <WeekFace sunday={sunday} result={weeks.get(sunday)} isShort />
          </div>
        )}
      />
    </Box>
  );
}

const Ledger = styled("div")`
  padding: 20px 20px 0;
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding-bottom: 16px;
  }
  & small {
    ${type.caption}
    color: var(--muted);
    font-weight: 400;
  }
  & dl > div {
    min-height: 48px;
  }
  & dd {
    gap: 8px;
  }
  ${media.phone} {
    padding: 16px 16px 0;
    & dd > small {
      display: none;
    }
  }
`;

/** A sample deposit in the ledger: two entries that add up to zero, and the refusal of the same payment's second posting. */
export function LedgerPicture() {
  const { picture, entry } = landingText.features.secure;
  const { amountUsd, reference } = SAMPLE_DEPOSIT;
  return (
    <Ledger role="img" aria-label={picture} className="num">
      <header>
        <div>
          <small>
            {entry.deposit} {reference}
          </small>
          <Figure data-size="page">{formatMoney(amountUsd)}</Figure>
        </div>
        <SampleBadge />
      </header>
      <Facts
        facts={[
          { name: entry.network, value: <Noted note={entry.networkNote}>{formatSignedMoney(-amountUsd)}</Noted> },
          { name: entry.balance, value: <Noted note={entry.balanceNote}>{formatSignedMoney(amountUsd)}</Noted> },
          {
            name: entry.sum,
            value: (
              <>
                <Badge tone="up" icon={Check}>
                  {entry.adds}
                </Badge>
                {formatMoney(0)}
              </>
            ),
          },
          {
            name: entry.again,
            value: (
              <Noted note={reference}>
                <Badge tone="down" icon={CircleX}>
                  {entry.refused}
                </Badge>
              </Noted>
            ),
          },
        ]}
      />
    </Ledger>
  );
}

function Noted({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      <small>{note}</small>
      {children}
    </>
  );
}

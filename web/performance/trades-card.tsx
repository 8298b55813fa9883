import { useSignals } from "@preact/signals-react/runtime";
import { keyframes, styled } from "goober";
import { memo, type Ref, Suspense, useContext, useState } from "react";
import { addAmounts } from "../../worker/contract/money.ts";
import { lazyPage } from "../state/lazy-page.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { formatSignedMoney, type MoneyUnit } from "../ui/format.ts";
import { X } from "../ui/icon.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { type VirtualRows, VirtualTable } from "../ui/list/virtual-table.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { MoneyUnitContext } from "../ui/money.tsx";
import { NOTHING_CHOSEN, performancePath, type TradeView } from "./performance-address.ts";
import { performanceText } from "./performance-text.ts";
import { TRADE_STACK, tradeColumns } from "./trade-columns.tsx";
import type { Trade } from "./trade-types.ts";
import { AccountMark, AccountMoney, PageContext } from "./trades-link.tsx";

const text = performanceText.list;

const TradeDialog = lazyPage(async () => (await import("./broker-parts.tsx")).TradeDialog);

const slide = keyframes`from { opacity: 0; transform: translateY(-8px); }`;

const Body = styled("div")`
  animation: ${slide} 180ms ease-out;
`;

type TradesCardProps = {
  account: AccountName;
  view: TradeView;
  rows: VirtualRows<Trade>;
  onRetry: () => void;
  timeZone: string;
  /** Takes the focus when the list is opened from elsewhere on the page. */
  headingRef: Ref<HTMLHeadingElement>;
};

/** The trades behind a day, a week or a figure. Source: specification section 2, "Trades for {date}", and section 4 */
export const TradesCard = memo(function TradesCard(props: TradesCardProps) {
  const { account, view, rows, onRetry, timeZone, headingRef } = props;
  useSignals();
  const unit = useContext(MoneyUnitContext);
  const [detail, setDetail] = useState<Trade | null>(null);
  void rows.changed.value;
  const title = titleOf(view);
  const isChosen = view.mode !== "day" || view.day !== null;
  const note = isChosen && rows.count ? noteOf(view, rows, rows.count, unit) : null;
  return (
    <Card isFlush aria-labelledby="trades">
      <LiveRegion>
        {isChosen && rows.count !== null && !rows.hasFailed ? announcement(title, view, note, unit) : ""}
      </LiveRegion>
      <CardHead
        id="trades"
        headingRef={headingRef}
        title={title}
        mark={<AccountMark />}
        note={isChosen ? <HeadNote view={view} note={note} /> : text.noneHint}
        action={<SwitchButton view={view} />}
      />
      {isChosen && (
        <Body key={JSON.stringify(view)}>
          {rows.hasFailed ? (
            <ErrorState title={text.failed} text={text.failedText} onRetry={onRetry} />
          ) : rows.count === 0 ? (
            <Text size="dense" tone="muted" textAlign="center" pad="24px 20px">
              {emptyOf(view)}
            </Text>
          ) : (
            <VirtualTable label={title} columns={tradeColumns(timeZone, setDetail)} rows={rows} stack={TRADE_STACK} />
          )}
        </Body>
      )}
      {detail && (
        <Suspense>
          <TradeDialog account={account} trade={detail} timeZone={timeZone} onClose={() => setDetail(null)} />
        </Suspense>
      )}
    </Card>
  );
});

/** The part of the trades that is listed, which can be removed, and their number and result. */
function HeadNote({ view, note }: { view: TradeView; note: Note | null }) {
  const { account, filter } = useContext(PageContext);
  const label = view.mode === "all" && view.only ? performanceText.only(view.only) : null;
  return (
    <Row as="span" wrap gap="4px 12px">
      {label !== null && (
        <ButtonLink
          size="dense"
          icon={X}
          href={performancePath({ account, filter, view: { mode: "all", only: null } })}
          aria-label={text.remove(label)}
        >
          {label}
        </ButtonLink>
      )}
      {note && (
        <span className="num">
          {note.count}
          {note.net !== null && (
            <>
              , {text.net} <AccountMoney usd={note.net} as="result" />
            </>
          )}
        </span>
      )}
    </Row>
  );
}

/** `Show All Trades`, or the link back. */
function SwitchButton({ view }: { view: TradeView }) {
  const { account, filter, reveal } = useContext(PageContext);
  const isAll = view.mode === "all";
  const next: TradeView = isAll ? NOTHING_CHOSEN : { mode: "all", only: null };
  return (
    <ButtonLink
      size="dense"
      href={performancePath({ account, filter, view: next })}
      onClick={isAll ? undefined : () => reveal("stays")}
    >
      {isAll ? text.back : text.showAll}
    </ButtonLink>
  );
}

type Note = { count: string; net: number | null };

/** The net result is omitted for all trades, which the cards show; the rows of a day or a week are all loaded. */
function noteOf(view: TradeView, rows: VirtualRows<Trade>, count: number, { exact }: MoneyUnit): Note {
  const all = Array.from({ length: view.mode === "all" ? 0 : count }, (_, index) => rows.at(index)?.profitLoss ?? 0);
  return { count: performanceText.trades(count), net: view.mode === "all" ? null : addAmounts(all, exact) };
}

function announcement(title: string, view: TradeView, note: Note | null, unit: MoneyUnit): string {
  if (!note) return `${title}: ${emptyOf(view)}`;
  return [title, note.count, note.net === null ? null : `${text.net} ${formatSignedMoney(note.net, undefined, unit)}`]
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

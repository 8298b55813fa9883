import { type ReactNode, useState } from "react";
import { Badge, CountBadge, DemoBadge, SampleBadge, SimulatedBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHead } from "../ui/card.tsx";
import { Plot } from "../ui/charts/plot.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { formatDay, formatPrice, formatTime } from "../ui/format.ts";
import { Check, Clock, X } from "../ui/icon.tsx";
import { InfoTip } from "../ui/info-tip.tsx";
import { Grid } from "../ui/layout.tsx";
import { type Column, Table } from "../ui/list/table.tsx";
import { type VirtualColumn, VirtualTable, wholeRows } from "../ui/list/virtual-table.tsx";
import { Money } from "../ui/money.tsx";
import { SavedMark } from "../ui/saved-mark.tsx";
import { Side } from "../ui/side.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { ListArea, StatArea } from "../ui/skeleton-areas.tsx";
import { Stat } from "../ui/stat.tsx";
import { StatusDot } from "../ui/status-dot.tsx";
import { TabLinks, TabPanel, Tabs } from "../ui/tabs.tsx";
import { media } from "../ui/theme.ts";
import { UnknownFigure } from "../ui/unknown-figure.tsx";
import { Case, Chapter, Columns, Row } from "./specimen.tsx";

const ZONE = "Asia/Phnom_Penh";

type Trade = { id: string; side: "Buy" | "Sell"; symbol: string; lots: string; price: number; at: string; pnl: number };

const TRADES: Trade[] = [
  { id: "1", side: "Sell", symbol: "ETHUSD", lots: "1.00", price: 4025.56, at: "2025-10-21T16:45:00Z", pnl: -10.61 },
  { id: "2", side: "Buy", symbol: "BTCUSDm", lots: "0.05", price: 113682.72, at: "2025-10-21T16:43:00Z", pnl: 3.32 },
  { id: "3", side: "Sell", symbol: "USTECm", lots: "0.50", price: 25187.6, at: "2025-10-21T08:21:00Z", pnl: 32.15 },
];

const COLUMNS: Column<Trade>[] = [
  { key: "side", head: "Type", cell: ({ side }) => <Side of={side} /> },
  { key: "symbol", head: "Symbol", isRowHead: true, cell: ({ symbol }) => symbol },
  { key: "lots", head: "Amount", isNumeric: true, isHiddenOnPhone: true, cell: ({ lots }) => lots },
  { key: "price", head: "Entry", isNumeric: true, isHiddenOnPhone: true, cell: ({ price }) => formatPrice(price, 2) },
  { key: "at", head: "Time", isNumeric: true, cell: ({ at }) => `${formatDay(at, ZONE)}, ${formatTime(at, ZONE)}` },
  { key: "pnl", head: "P&L", isNumeric: true, isStrong: true, cell: ({ pnl }) => <Money usd={pnl} as="result" /> },
];

const WEEK = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

const MANY = wholeRows(Array.from({ length: 33_333 }, () => TRADES).flat());

const MANY_COLUMNS: VirtualColumn<Trade>[] = [
  { key: "symbol", head: "Symbol", width: "1fr", weight: "name", cell: (trade) => trade?.symbol },
  { key: "side", head: "Type", width: "1fr", cell: (trade) => trade && <Side of={trade.side} /> },
  { key: "lots", head: "Amount", width: "80px", isNumeric: true, stack: "caption", cell: (trade) => trade?.lots },
  {
    key: "pnl",
    head: "P&L",
    width: "1fr",
    isNumeric: true,
    weight: "figure",
    cell: (trade) => trade && <Money usd={trade.pnl} as="result" />,
  },
];

export function Figures() {
  return (
    <>
      <Stats />
      <TabKinds />
      <Tables />
      <LongTable />
      <Plots />
      <Badges />
    </>
  );
}

function Stats() {
  return (
    <Chapter title="Stats" text="132 px high, 122 on phones; a row of them shares its lines.">
      <StatRow>
        <Stat label="Today's P&L" figure={<Money usd={37.14} as="result" />} foot="3 trades closed" />
        <Stat
          label="Open positions"
          badge={<DemoBadge />}
          figure="2"
          foot={
            <span>
              <Money usd={18.4} as="result" /> not yet closed
            </span>
          }
        />
        <Stat
          label="Win rate"
          mark={<InfoTip label="How the win rate is made" content="Winning trades / total trades × 100" />}
          figure="52.8%"
          foot="of days"
        />
        <Stat
          label="Total P&L"
          figure={<Money usd={-1408.02} as="result" />}
          foot={
            <span>
              Balance <Money usd={6908.02} />
            </span>
          }
        />
      </StatRow>
      <Case name="Loading and new">
        <StatRow>
          <Stat label="Today's P&L">
            <Loading label="Loading">
              <Skeleton width={120} height={28} />
            </Loading>
          </Stat>
          <Stat label="Today's P&L" figure={<Money usd={0} as="result" />} foot="No trades today" />
          <Stat label="Open positions" figure="0" isShortOnPhone />
          <Stat label="Win rate" figure="0.0%" isShortOnPhone />
        </StatRow>
      </Case>
      <Case name="Unknown and saved just now">
        <StatRow>
          <Stat label="Today's P&L" figure={<UnknownFigure hasFailed={false} onRetry={() => {}} />} />
          <Stat label="Today's P&L" figure={<UnknownFigure hasFailed onRetry={() => {}} />} />
          <Stat label="Phone" figure="012 345 678" foot={<SavedMark>Field Updated</SavedMark>} />
        </StatRow>
      </Case>
      <Case name="Areas of a screen that loads">
        <StatRow>
          <StatArea label="Today's P&L" />
        </StatRow>
        <ListArea title="Recent trades" rows={3} minHeight={160} />
      </Case>
    </Chapter>
  );
}

function StatRow({ children }: { children: ReactNode }) {
  return (
    <Grid columns={4} gap={16} narrow={{ columns: 2, gap: 12 }}>
      {children}
    </Grid>
  );
}

function TabKinds() {
  const [view, setView] = useState<"all" | "deposits" | "withdrawals">("all");
  return (
    <Chapter title="Tabs" text="Arrow keys walk the tabs; those with an address are links.">
      <div>
        <Tabs
          id="design-history"
          label="History"
          value={view}
          onChange={setView}
          items={[
            { value: "all", label: "All", count: 23 },
            { value: "deposits", label: "Deposits" },
            { value: "withdrawals", label: "Withdrawals", count: 1 },
          ]}
        />
        <TabPanel id="design-history" value={view}>
          <p>Shows {view}.</p>
        </TabPanel>
      </div>
      <TabLinks
        label="Account"
        items={[
          { href: "/design", label: "Overview", isCurrent: true },
          { href: "/design?withdraw", label: "Withdraw", count: 1, isCurrent: false },
          { href: "/design?history", label: "History", isCurrent: false },
        ]}
      />
      <TabLinks
        label="Dense, in a pane"
        size="dense"
        isInset
        items={[
          { href: "/design", label: "Pending", isCurrent: true },
          { href: "/design?done", label: "Completed", count: 4, isCurrent: false },
        ]}
      />
      <div>
        <Tabs
          id="design-evidence"
          label="Pills, in the head of a pane"
          size="pills"
          value={view}
          onChange={setView}
          items={[
            { value: "all", label: "All" },
            { value: "deposits", label: "Deposits" },
            { value: "withdrawals", label: "Withdrawals" },
          ]}
        />
        <TabPanel id="design-evidence" value={view}>
          <p>Shows {view}.</p>
        </TabPanel>
      </div>
    </Chapter>
  );
}

function Tables() {
  const [isRetrying, setIsRetrying] = useState(false);
  return (
    <Chapter title="Table" text="Words left, numbers right, hairlines between rows.">
      <Card isFlush>
        <CardHead
          title="Recent trades"
          note={
            <>
              3 trades, net <Money usd={24.86} as="result" />
            </>
          }
          action={<Button size="dense">Show All Trades</Button>}
        />
        <TradeTable caption="Recent trades" rows={TRADES} />
      </Card>
      <Card isFlush>
        <CardHead title="Recent trades, loading" />
        <TradeTable caption="Recent trades, loading" rows={null} />
      </Card>
      <Card isFlush>
        <CardHead title="Recent trades, none" />
        <TradeTable caption="Recent trades, none" rows={[]} />
      </Card>
      <Card isFlush>
        <CardHead title="Recent trades, failed" />
        <ErrorState
          title="Trades could not be loaded"
          text="The connection was lost. Your trades are safe; nothing was changed."
          isRetrying={isRetrying}
          onRetry={() => setIsRetrying(!isRetrying)}
        />
      </Card>
    </Chapter>
  );
}

function TradeTable(given: { caption: string; rows: Trade[] | null }) {
  const empty = (
    <EmptyState
      picture="candles"
      title="No recent trades"
      text="Your trading history will appear here"
      action={<Button>Place a demo trade</Button>}
    />
  );
  return <Table {...given} columns={COLUMNS} rowKey={({ id }) => id} empty={empty} />;
}

function Badges() {
  return (
    <Chapter title="Badges" text="An icon and a word, never the colour alone.">
      <Row>
        <Badge tone="up" icon={Check}>
          Completed
        </Badge>
        <Badge tone="warn" icon={Clock}>
          In review
        </Badge>
        <Badge tone="down" icon={X}>
          Rejected
        </Badge>
        <Badge tone="neutral" icon={Clock}>
          Expired
        </Badge>
        <DemoBadge />
        <SampleBadge />
        <CountBadge count={12} />
        <SimulatedBadge />
        <StatusDot tone="up">Live prices</StatusDot>
        <StatusDot tone="warn">Delayed, 6 s</StatusDot>
        <StatusDot tone="idle">Connecting</StatusDot>
      </Row>
    </Chapter>
  );
}

function LongTable() {
  return (
    <Chapter title="Virtual table" text="Renders the rows in sight only; arrow keys, Home and End walk through all.">
      <Card isFlush>
        <CardHead title="99,999 trades" />
        <VirtualTable
          label="99,999 trades"
          columns={MANY_COLUMNS}
          rows={MANY}
          stack={{ at: media.phone, rowPx: 60, template: '"symbol pnl" 1fr "side lots" 1fr / 1fr auto' }}
        />
      </Card>
    </Chapter>
  );
}

function Plots() {
  return (
    <Chapter title="Plot" text="Levels with their labels, names below; what it shows is placed in percent of it.">
      <Columns>
        <Card isColumn>
          <Plot
            levels={[
              { at: 0, label: "$0", isBase: true },
              { at: 50, label: "$5k" },
              { at: 100, label: "$10k" },
            ]}
            names={[
              { key: "from", label: "Nov 7" },
              { key: "to", label: "Today" },
            ]}
            spread="edges"
            minHeight={120}
            margin="8px 0 0"
          />
        </Card>
        <Card isColumn>
          <Plot
            levels={[{ at: 40, isBase: true }]}
            names={WEEK.map((name) => ({ key: name, label: name, isStrong: name === "We" }))}
            spread="columns"
            minHeight={120}
          />
        </Card>
      </Columns>
    </Chapter>
  );
}

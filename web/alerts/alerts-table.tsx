import { computed, type ReadonlySignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { createContext, useContext, useDeferredValue, useMemo } from "react";
import type { PriceAlert } from "../../worker/contract/alerts/price-alerts.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { Fault, type ToldBy, useChannelsOfAlerts } from "../notifications/channels-of-alert.tsx";
import { figures, Two } from "../positions/list-cells.tsx";
import { LINES_PX, type ListColumn, useColumns, useIsInLines, WIDE_PX } from "../positions/list-columns.tsx";
import { EditInRow, focusNeighbour } from "../positions/row-buttons.tsx";
import { Priced } from "../prices/figures.tsx";
import { usePrices } from "../prices/use-prices.ts";
import { loadFailure } from "../state/load-failure.ts";
import { throttledClock, throttledQuoteOf } from "../state/prices.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatClock, formatDay, formatSignedPercent, NO_VALUE } from "../ui/format.ts";
import { Bell, Pause, Pencil, Play, ReceiptText, RotateCw, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { LoadedList } from "../ui/list/loaded-list.tsx";
import { Table } from "../ui/list/table.tsx";
import { LiveFigureText } from "../ui/live-text.tsx";
import { basisPointsOf, levelOf } from "./alert-choices.ts";
import { alertListText as text } from "./alert-list-text.ts";
import { value2Of } from "./alert-side.ts";
import {
  conditionWords,
  doubledWords,
  firedShortWords,
  levelWords,
  percentWords,
  shortWords,
  windowWords,
} from "./alert-words.ts";
import {
  alerts,
  armAgain,
  isOn,
  openAlertEditor,
  openReceipt,
  pauseAlert,
  removeAlert,
  resumeAlert,
  useAlerts,
} from "./alerts.ts";

/** The alerts: those that wait, the newest first, then those that have fired or expired. */
export function AlertsTable({ timeZone }: { timeZone: string }) {
  useSignals();
  const { isLoading, error, refetch, atMs } = useAlerts();
  const all = useDeferredValue(alerts.value);
  const rows = useMemo(() => all && listed(all), [all]);
  useAlertPrices(rows);
  const columns = useMemo(() => columnsOf(timeZone), [timeZone]);
  const shown = useColumns(columns);
  const told = useChannelsOfAlerts();
  const table = (items: readonly PriceAlert[] | null) => (
    <ChannelsOfAlerts value={told}>
      <Table caption={text.table} {...shown} rows={items} rowKey={({ id }) => String(id)} empty={null} />
    </ChannelsOfAlerts>
  );
  return (
    <LoadedList
      items={rows}
      atMs={atMs}
      isLoading={isLoading}
      error={loadFailure(error, text.failure)}
      onReload={() => void refetch()}
      placeholder={table(null)}
      empty={<EmptyState title={text.empty} text={text.emptyText} />}
    >
      {table}
    </LoadedList>
  );
}

function useAlertPrices(rows: readonly PriceAlert[] | null): void {
  const names = [...new Set(rows?.map(({ symbol }) => symbol))].sort().join();
  // The names are those of the rows.
  usePrices(useMemo(() => (names === "" ? [] : (names.split(",") as FeedSymbol[])), [names]));
}

const hasEnded = ({ state }: PriceAlert) => state === "fired" || state === "expired";

function listed(all: readonly PriceAlert[]): PriceAlert[] {
  const endedAt = ({ lastFiring, expiresAt }: PriceAlert) => lastFiring?.at ?? expiresAt ?? 0;
  return [...all.filter((alert) => !hasEnded(alert)), ...all.filter(hasEnded).sort((a, b) => endedAt(b) - endedAt(a))];
}

/** By which channels alerts tell: of all rows the same. */
const ChannelsOfAlerts = createContext<ToldBy[] | null>(null);

/** The channels besides the page, and what is wrong with one of them. */
function Tells() {
  const told = useContext(ChannelsOfAlerts);
  const broken = told?.find(({ fault }) => fault !== null);
  const names = told?.map(({ name }) => name).join(", ");
  if (!broken?.fault) return <Text as="span">{names || NO_VALUE}</Text>;
  return (
    <Text as="span" breaks="ellipsis" maxWidth={200} title={broken.fault} style={{ display: "block" }}>
      <Fault words={broken.fault} />
    </Text>
  );
}

/** The name of a row for screen readers: `BTCUSDm, rises to 68,200.00` */
const nameOf = (alert: PriceAlert) => `${alert.symbol}, ${conditionWords(alert)}`;

function columnsOf(timeZone: string): ListColumn<PriceAlert>[] {
  const muted = (cell: (alert: PriceAlert) => React.ReactNode) => (alert: PriceAlert) => (
    <Text as="span" tone={hasEnded(alert) ? "muted" : "text"}>
      {cell(alert)}
    </Text>
  );
  const when = (alert: PriceAlert) => {
    const { state, lastFiring } = alert;
    if (state === "fired" && lastFiring)
      return text.fired(formatClock(lastFiring.at, timeZone), firedShortWords(alert, lastFiring));
    return shortWords(alert.condition);
  };
  const then = (alert: PriceAlert) => thenWords(alert, timeZone);
  return [
    { key: "symbol", head: text.symbol, isRowHead: true, from: WIDE_PX, cell: muted(({ symbol }) => symbol) },
    { key: "when", head: text.when, from: WIDE_PX, cell: muted(when) },
    {
      key: "alert",
      head: text.alert,
      isRowHead: true,
      below: WIDE_PX,
      cell: (alert) => (
        <Named alert={alert} above={muted((one) => `${one.symbol} ${when(one)}`)(alert)} below={then(alert)} />
      ),
    },
    {
      ...figures<PriceAlert>(
        "level",
        text.levelNow,
        muted((alert) => <LevelNow of={alert} />),
      ),
      from: WIDE_PX,
    },
    { ...figures<PriceAlert>("away", text.away, (alert) => <Away of={alert} />), from: WIDE_PX },
    {
      ...figures<PriceAlert>("levelAway", text.levelAway, (alert) => (
        <Two above={<LevelNow of={alert} />} below={<Away of={alert} />} />
      )),
      below: WIDE_PX,
    },
    { key: "then", head: text.after, from: WIDE_PX, cell: muted(then) },
    { key: "tells", head: text.tells, from: WIDE_PX, cell: (alert) => (hasEnded(alert) ? NO_VALUE : <Tells />) },
    {
      key: "note",
      head: text.note,
      from: WIDE_PX,
      cell: ({ note }) => (
        <Text as="span" tone="muted" breaks="ellipsis" maxWidth={140} title={note} style={{ display: "block" }}>
          {note || NO_VALUE}
        </Text>
      ),
    },
    {
      ...figures<PriceAlert>("buttons", text.actions, (alert) => <Buttons of={alert} />),
      isPinned: true,
      from: LINES_PX,
    },
    {
      ...figures<PriceAlert>("fewButtons", text.fewActions, (alert) => <Buttons of={alert} />),
      isPinned: true,
      below: LINES_PX,
    },
  ];
}

function Named({ alert, above, below }: { alert: PriceAlert; above: React.ReactNode; below: string }) {
  const isInLines = useIsInLines();
  const told = useContext(ChannelsOfAlerts);
  const fault = hasEnded(alert) ? undefined : told?.find((one) => one.fault !== null)?.fault;
  const words = <Two align="start" above={above} below={fault ? <Fault words={fault} /> : below} />;
  if (!isInLines) return words;
  return (
    <Box pad="6px 0" breaks="usual">
      {hasEnded(alert) ? (
        words
      ) : (
        <EditInRow label={text.editInRow} onEdit={() => openAlertEditor({ symbol: alert.symbol, alert })}>
          {words}
        </EditInRow>
      )}
    </Box>
  );
}

/** What it does after it has told: `Once, until Nov 30` */
function thenWords(alert: PriceAlert, timeZone: string): string {
  const { state, condition, repeat, expiresAt, lastFiring, symbol } = alert;
  const end = expiresAt === null ? text.noEnd : text.until(formatDay(expiresAt - 1, timeZone));
  switch (state) {
    case "paused":
      return text.paused;
    case "arming":
      return text.arming;
    case "fired":
      return text.done;
    case "expired":
      return text.expired(formatDay((expiresAt ?? 1) - 1, timeZone));
    case "waiting": {
      const clock = formatClock(lastFiring?.at ?? 0, timeZone);
      if (condition.type === "move") return text.waitsMove(clock, windowWords(condition.windowMs));
      const back = (condition.direction === "rises" ? -1 : 1) * (repeat.type === "again" ? repeat.retreat : 0);
      return text.waits(clock, levelWords(symbol, levelOf(condition) + back));
    }
    case "armed": {
      if (repeat.type === "once") return text.once(end);
      const part =
        condition.type === "move"
          ? windowWords(condition.windowMs)
          : percentWords(basisPointsOf(repeat.retreat, levelOf(condition)));
      return text.again(part, end);
    }
  }
}

/** The level, which follows the time along a drawn line. */
function LevelNow({ of }: { of: PriceAlert }) {
  const level = useMemo(
    () =>
      computed(() => {
        // Only a line reads the clock.
        const value2 = value2Of(of.condition, of.condition.type === "line" ? throttledClock.value : 0);
        return value2 === null ? NO_VALUE : doubledWords(of.symbol, value2);
      }),
    [of],
  );
  return <LiveFigureText text={level} />;
}

/** How far the level is from the price now; nothing for a move, and for an alert that has ended. */
function Away({ of }: { of: PriceAlert }) {
  const away: ReadonlySignal<string> = useMemo(
    () =>
      computed(() => {
        const quote = throttledQuoteOf(of.symbol).value;
        const value2 = hasEnded(of)
          ? null
          : value2Of(of.condition, of.condition.type === "line" ? throttledClock.value : 0);
        if (quote === null || value2 === null) return NO_VALUE;
        const price2 = quote.bid + quote.ask;
        return formatSignedPercent(((value2 - price2) * 100) / price2);
      }),
    [of],
  );
  return (
    <Priced symbol={of.symbol}>
      <LiveFigureText text={away} />
    </Priced>
  );
}

function Buttons({ of: alert }: { of: PriceAlert }) {
  const isInLines = useIsInLines();
  const { lastFiring } = alert;
  const name = nameOf(alert);
  async function remove(button: HTMLElement) {
    const next = focusNeighbour(button);
    await removeAlert(alert);
    next();
  }
  if (hasEnded(alert)) {
    const actions = [
      {
        icon: ReceiptText,
        label: text.quote,
        words: text.quoteOf(name),
        run: () => lastFiring && openReceipt(lastFiring.id),
      },
      { icon: RotateCw, label: text.armAgain, words: text.armAgainOf(name), run: () => void armAgain(alert) },
    ].filter(({ icon }) => icon !== ReceiptText || lastFiring !== null);
    return (
      <Row justify="end" gap={8}>
        {actions.map(({ icon, label, words, run }) =>
          isInLines ? (
            <IconButton key={label} icon={icon} size="dense" label={words} onClick={run} />
          ) : (
            <Button key={label} size="dense" aria-label={words} onClick={run}>
              {label}
            </Button>
          ),
        )}
      </Row>
    );
  }
  const isPaused = alert.state === "paused";
  return (
    <Row justify="end" gap={isInLines ? 0 : 4}>
      {lastFiring && !isInLines && (
        <IconButton icon={Bell} size="dense" label={text.quoteOf(name)} onClick={() => openReceipt(lastFiring.id)} />
      )}
      <IconButton
        icon={isPaused ? Play : Pause}
        size="dense"
        label={isPaused ? text.resume(name) : text.pause(name)}
        disabled={!isPaused && !isOn(alert)}
        onClick={() => void (isPaused ? resumeAlert : pauseAlert)(alert)}
      />
      {!isInLines && (
        <IconButton
          icon={Pencil}
          size="dense"
          label={text.edit(name)}
          onClick={() => openAlertEditor({ symbol: alert.symbol, alert })}
        />
      )}
      <IconButton
        icon={X}
        size="dense"
        label={text.remove(name)}
        onClick={(event) => void remove(event.currentTarget)}
      />
    </Row>
  );
}

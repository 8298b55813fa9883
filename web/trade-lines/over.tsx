import { computed, effect, type ReadonlySignal, signal, useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { dragLine, type LineHandle } from "../chart/line-handles.ts";
import { type LineLook, LinePill, LineUpright, PILL_PX, PriceLine } from "../chart/price-line.tsx";
import { useReturn } from "../chart/use-return.ts";
import { demoRun } from "../demo/demo-account.ts";
import { stepsText } from "../demo/demo-format.ts";
import { useIsFrozen } from "../positions/use-is-frozen.ts";
import { stableComputed } from "../state/stable-computed.ts";
import { isFurtherFinger } from "../ui/follow-pointer.ts";
import { media } from "../ui/theme.ts";
import { toast } from "../ui/toast/toast.ts";
import { useMedia } from "../ui/use-media.ts";
import { LineBoard } from "./board.ts";
import { lineText } from "./line-text.ts";
import { EntryParts, Grip, RemoveButton, Worth } from "./parts.tsx";
import { stepsAt } from "./place-of-chart.ts";
import { type LineGuests, type Places, placesOf } from "./places.ts";
import { isMovable, type LineKind, ownerKey, riskCents, type TradeLine } from "./trade-lines.ts";

/** Between two pills, one below the other. */
const ROW_GAP_PX = 2;

type OverProps = { chart: ChartController; symbol: FeedSymbol; timeZone: string };

/** The key of the line under the pointer. */
type OverSignal = ReturnType<typeof useSignal<string | null>>;

/**
 * The lines of the run's positions, orders, stops and targets over a symbol's chart, with what they mean in money and in
 * units of risk. They are moved by pointer or keys; dropping one amends its order or position once.
 * @param children renders other lines, which are placed so that none covers another
 */
export function TradeLinesOver({
  chart,
  symbol,
  timeZone,
  children,
}: OverProps & { children: (guests: LineGuests) => ReactNode }) {
  useSignals();
  const board = useMemo(() => new LineBoard({ symbol, onProblem: (message) => toast.error(message) }), [symbol]);
  useEffect(() => board.follow(), [board]);
  const rowPx = useMedia(media.phone) ? PILL_PX.phone + ROW_GAP_PX : PILL_PX.desk + ROW_GAP_PX;
  const wanted = useMemo((): LineGuests["wanted"] => signal(null), []);
  const places = useMemo(
    () => placesOf(chart, board, symbol, { rowPx, wanted }),
    [chart, board, symbol, rowPx, wanted],
  );
  useEffect(() => {
    const stop = effect(() => chart.setTags(Object.values(places.value).flatMap((place) => place?.tagTop ?? [])));
    return () => {
      stop();
      chart.setTags([]);
    };
  }, [chart, places]);
  useEffect(() => chart.addMarks(stableComputed(() => pillBoxes(places.value, rowPx))), [chart, places, rowPx]);
  const over = useSignal<string | null>(null);
  const owners = Map.groupBy(board.lines.value, ({ owner }) => ownerKey(owner));
  return (
    <>
      {[...owners].map(([key, lines]) => (
        <Trade key={key} {...{ chart, symbol, timeZone, board, places, over, lines }} isOnly={owners.size === 1} />
      ))}
      {children({ wanted, places })}
    </>
  );
}

function pillBoxes(places: Places["value"], rowPx: number) {
  return Object.values(places).flatMap((place) => {
    if (!place) return [];
    const { top, left, widthPx: width } = place.pill;
    return [{ left, top: top - rowPx / 2, width, height: rowPx }];
  });
}

type TradeProps = OverProps & {
  board: LineBoard;
  places: Places;
  over: OverSignal;
  lines: readonly TradeLine[];
  /** Whether no other position or order has lines here. */
  isOnly: boolean;
};

/** The lines of one position or order. */
function Trade({ lines, isOnly, ...shared }: TradeProps) {
  useSignals();
  const { board, places, over } = shared;
  const risk = useMemo(
    () =>
      computed(() => {
        const run = demoRun.value;
        return (
          run &&
          riskCents(
            run,
            lines.map((line) => ({ ...line, steps: board.stepsOf(line) })),
          )
        );
      }),
    [board, lines],
  );
  const isShown = isOnly || lines.some(({ key }) => key === over.value);
  const base = lines.find(({ kind }) => kind === "entry" || kind === "order");
  // Read only where it is shown, because places change with prices.
  const basePlace = isShown && base ? places.value[base.key] : null;
  return (
    <>
      {basePlace &&
        lines.map(({ key, kind }) => {
          const place = places.value[key];
          if (!place || (kind !== "stop" && kind !== "target")) return null;
          return <LineUpright key={key} look={kind} fromPx={basePlace.top} toPx={place.top} />;
        })}
      {lines.map((line) => (
        <Line key={line.key} line={line} risk={risk} {...shared} />
      ))}
    </>
  );
}

const LOOKS: Readonly<Record<LineKind, LineLook>> = {
  entry: "position",
  order: "order",
  limit: "order",
  stop: "stop",
  trail: "stop",
  target: "target",
};

type LineProps = Omit<TradeProps, "lines" | "isOnly"> & { line: TradeLine; risk: ReadonlySignal<number | null> };

function Line({ line, chart, symbol, timeZone, board, places, over, risk }: LineProps) {
  useSignals();
  const { key, kind } = line;
  const {
    place: placeSignal,
    held: heldSignal,
    sent,
    isOver,
  } = useMemo(
    () => ({
      place: stableComputed(() => places.value[key] ?? null),
      held: computed(() => (board.held.value?.line.key === key ? board.held.value : null)),
      sent: computed(() => board.sentSteps(key)),
      isOver: computed(() => over.value === key),
    }),
    [places, board, over, key],
  );
  const isFrozen = useIsFrozen();
  const place = placeSignal.value;
  const held = heldSignal.value;
  const isSent = sent.value !== undefined;
  const stroke = useReturn(place?.top ?? null, held !== null || isSent);
  const latest = useRef(line);
  useLayoutEffect(() => {
    latest.current = line;
  });

  const handle = useMemo(
    (): LineHandle => ({
      topPx: () => (board.canMove(latest.current) ? (placeSignal.peek()?.top ?? null) : null),
      hover(isHovered) {
        over.value = isHovered ? key : null;
      },
      drag() {
        board.hold(latest.current);
        return {
          move: (topPx) => board.moveTo(stepsAt(chart, topPx)),
          drop: () => void board.drop(),
          cancel: () => board.cancel(),
        };
      },
    }),
    [board, chart, placeSignal, over, key],
  );
  const canMove = isMovable(line) && !isFrozen;
  useEffect(() => (canMove ? chart.lines.add(handle) : undefined), [canMove, chart, handle]);

  if (!place) return null;
  const steps = held?.steps ?? sent.value ?? line.steps;
  const price = (at: number) => stepsText(line.owner.trade.symbol, at);
  const state = held ? (held.trial.fault ? "fault" : "held") : isSent ? "sent" : isOver.value ? "over" : "rest";
  const ghostTop = Math.round(chart.plot.topOf(line.steps));

  function onPress(event: PointerEvent<HTMLDivElement>) {
    const isButton = event.target instanceof Element && event.target.closest("button");
    if (!isButton && event.button === 0 && !isFurtherFinger(event) && board.canMove(line)) {
      dragLine(event.currentTarget, handle, { event: event.nativeEvent });
    }
  }

  const look = LOOKS[kind];
  const shared = { line, board, risk, steps };
  return (
    <>
      {held && (
        <PriceLine place={{ top: ghostTop, tagTop: ghostTop }} look={look} state="ghost" tag={price(line.steps)} />
      )}
      <PriceLine ref={stroke} place={place} look={look} state={state} tag={price(steps)} />
      <LinePill place={place} look={look} state={state} onPress={canMove ? onPress : undefined}>
        {kind === "entry" ? (
          <EntryParts line={line} risk={risk} symbol={symbol} timeZone={timeZone} />
        ) : (
          <>
            <Grip {...shared} symbol={symbol} canMove={canMove} />
            {held?.trial.fault ? (
              <span role="status">{held.trial.fault}</span>
            ) : (
              <>
                {held && kind !== "order" && <span className="num">{price(steps)}</span>}
                <Worth {...shared} />
                {held?.trial.fillsAtOnce && <span>{lineText.fillsAtOnce}</span>}
              </>
            )}
            {!held && kind !== "limit" && <RemoveButton line={line} board={board} isDisabled={isFrozen} />}
          </>
        )}
      </LinePill>
    </>
  );
}

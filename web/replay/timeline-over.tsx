import { useSignals } from "@preact/signals-react/runtime";
import type { DemoFill } from "../../worker/contract/demo/demo-types.ts";
import { milliROfSteps } from "../../worker/contract/excursion/part-excursion.ts";
import { gainSteps, partCentsAt } from "../../worker/contract/excursion/position-path.ts";
import { type PositionStory, pathPositionOf } from "../../worker/contract/replay/position-story.ts";
import { stepsText } from "../demo/demo-format.ts";
import { formatClock } from "../ui/format.ts";
import { AxisTags, DealMark, LineMark, MarkLayer, TimeTag, toned, Words } from "./over-marks.tsx";
import { centsText, rText } from "./replay-format.ts";
import type { ReplayPlayer } from "./replay-player.ts";
import type { PlotPlaces } from "./replay-plot.tsx";
import { replayText as text } from "./replay-text.ts";
import { pointAt, rowAtTime, type Timeline } from "./replay-timeline.ts";
import type { WhatIfOutcome } from "./what-if-answer.ts";

type Props = {
  places: PlotPlaces;
  timeline: Timeline;
  story: PositionStory;
  part: DemoFill;
  player: ReplayPlayer;
  outcome: WhatIfOutcome | null;
  timeZone: string;
};

/** A stop over a piece of the trade. */
type StopPiece = { fromMs: number; toMs: number; price: number | null; isPlanned?: true };

/** The trader's own entry, stops and exits over the candles, and the best and the worst so far: as far as the replay has got. */
export function TimelineOver({ places, timeline, story, part, player, outcome, timeZone }: Props) {
  useSignals();
  const { open } = story;
  const place = player.place.value;
  const isAtEnd = place >= player.last;
  const nowMs = isAtEnd ? part.at : (timeline.quotes[place]?.heardAt ?? open.at);
  const x = (atMs: number) => places.leftOf(rowAtTime(timeline, atMs));
  const y = (price: number) => places.topOf(price);
  if (place < timeline.openPlace) return null;
  const time = (atMs: number) => formatClock(atMs, timeZone);
  const price = (steps: number) => stepsText(open.symbol, steps);
  const stops = stopPieces(timeline, story, part).filter(({ fromMs }) => fromMs <= nowMs);
  const closes = timeline.marks.filter((mark) => mark.type === "close" && (isAtEnd || mark.place <= place));
  const isShort = open.side === "sell";
  const stopNow = stops.at(-1)?.price ?? null;
  // Where the trader closed it is marked already.
  const out = outcome?.last?.rule === "close" ? null : (outcome?.last ?? null);
  const kept = out && (isAtEnd || out.at <= nowMs) ? out : null;
  return (
    <>
      <MarkLayer places={places}>
        <rect data-part="held" x={x(open.at)} y={0} width={Math.max(0, x(nowMs) - x(open.at))} height={places.height} />
        {isAtEnd && (
          <rect
            data-part="veil"
            x={x(part.at)}
            y={0}
            width={Math.max(0, places.width - x(part.at))}
            height={places.height}
          />
        )}
        <LineMark from={[x(open.at), y(open.price)]} to={[x(nowMs), y(open.price)]} />
        {stops.map((piece, i) => (
          <StopLine key={piece.fromMs} piece={piece} before={stops[i - 1] ?? null} {...{ x, y, places, time, nowMs }} />
        ))}
        <DealMark at={[x(open.at), y(open.price)]} isBuy={!isShort} />
        <Furthest of="best" {...{ timeline, story, part, place, places, x, y, time, isShort }} />
        <Furthest of="worst" {...{ timeline, story, part, place, places, x, y, time, isShort }} />
        {closes.map((mark) =>
          mark.type === "close" ? (
            <DealMark key={mark.fill.id} at={[x(mark.atMs), y(mark.fill.price)]} isBuy={isShort} />
          ) : null,
        )}
        <LineMark from={[x(nowMs), 0]} to={[x(nowMs), places.height]} dash="0" tone="accent" />
        {kept && (
          <g style={toned("accent")}>
            <circle cx={x(kept.at)} cy={y(kept.price)} r={5} />
            <Words at={[x(kept.at), y(kept.price)]} text={text.keptOut} tone="accent" side="below" places={places} />
          </g>
        )}
      </MarkLayer>
      <TimeTag left={x(nowMs)} text={time(nowMs)} places={places} />
      <AxisTags
        tags={[
          { top: y(open.price), text: price(open.price) },
          ...(stopNow === null ? [] : [{ top: y(stopNow), text: price(stopNow), tone: "down" as const }]),
          ...(isAtEnd ? [{ top: y(part.price), text: price(part.price), tone: "accent" as const }] : []),
        ].filter(({ top }) => top >= 0 && top <= places.height)}
      />
    </>
  );
}

type Scales = {
  x: (atMs: number) => number;
  y: (price: number) => number;
  time: (atMs: number) => string;
  places: PlotPlaces;
};

function StopLine({
  piece,
  before,
  x,
  y,
  places,
  time,
  nowMs,
}: Scales & { piece: StopPiece; before: StopPiece | null; nowMs: number }) {
  const { fromMs, price } = piece;
  const left = x(fromMs);
  const right = x(Math.min(piece.toMs, nowMs));
  if (price === null) {
    if (before?.price == null) return null;
    const at: [number, number] = [left, y(before.price)];
    return <Words at={at} text={text.stopRemoved(time(fromMs))} tone="down" side="below" places={places} />;
  }
  const isFirst = before === null;
  return (
    <>
      {before?.price != null && (
        <LineMark from={[left, y(before.price)]} to={[left, y(price)]} dash="2 3" tone="down" />
      )}
      <LineMark from={[left, y(price)]} to={[right, y(price)]} dash="6 4" tone="down" />
      <Words
        at={[left, y(price)]}
        text={!isFirst ? text.stopMoved(time(fromMs)) : piece.isPlanned ? text.planned : text.stopSet(time(fromMs))}
        tone="down"
        side={isFirst ? "below" : "above"}
        places={places}
      />
    </>
  );
}

type FurthestProps = Scales &
  Pick<Props, "timeline" | "story" | "part"> & { of: "best" | "worst"; place: number; isShort: boolean };

/** The best or the worst price so far, as a tick of 24 px with what it was. */
function Furthest({ of, timeline, story, part, place, places, x, y, time, isShort }: FurthestProps) {
  const at = timeline[of][Math.min(place, timeline.exitPlace)] ?? -1;
  const point = at < 0 ? null : pointAt(story, timeline, at);
  if (!point) return null;
  const position = pathPositionOf(story);
  const index = position.parts.findIndex(({ id }) => id === part.id);
  const r = rText(milliROfSteps(position, gainSteps(position, point.price)));
  const cents = centsText(partCentsAt(position, index, point));
  const [left, top] = [x(point.atMs), y(point.price)];
  const isAbove = (of === "best") !== isShort;
  return (
    <>
      <LineMark from={[left - 12, top]} to={[left + 12, top]} dash="0" />
      <Words
        at={[left, top]}
        text={[of === "best" ? text.best : text.worst, r ?? cents].join(" ")}
        note={[r === null ? null : cents, time(point.atMs)].filter((one) => one !== null).join(", ")}
        side={isAbove ? "above" : "below"}
        places={places}
      />
    </>
  );
}

function stopPieces({ marks }: Timeline, { open, exits }: PositionStory, part: DemoFill): StopPiece[] {
  const moves = marks.filter((mark) => mark.type === "stop");
  const pieces: StopPiece[] = [];
  const first = exits?.stop ?? null;
  if (first !== null) pieces.push({ fromMs: open.at, toMs: part.at, price: first, isPlanned: true });
  for (const { atMs, stop } of moves) {
    const last = pieces.at(-1);
    if (last) last.toMs = atMs;
    pieces.push({ fromMs: atMs, toMs: part.at, price: stop });
  }
  return pieces;
}

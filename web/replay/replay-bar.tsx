import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { Select } from "../ui/fields/select.tsx";
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { media, type } from "../ui/theme.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { type ReplayPlayer, SPEEDS } from "./replay-player.ts";
import { replayText as text } from "./replay-text.ts";

const Bar = styled("div")`
  ${type.caption}
  --select-start: 10px;
  --select-end: 28px;
  --select-arrow: 8px;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px;
  min-height: 52px;
  padding: 4px 16px 4px 12px;
  border-top: 1px solid var(--line);
  color: var(--muted);
  & > [data-part="speed"] {
    flex: none;
    width: 76px;
    margin: 0 8px;
  }
  & > [data-part="count"] {
    min-width: 88px;
    margin-left: auto;
    padding-left: 12px;
    text-align: right;
  }
  ${media.phone} {
    padding: 4px 4px 10px;
    & > [data-part="scrub"] {
      flex: 1 0 calc(100% - 24px);
      order: 1;
      margin: 0 12px;
    }
    & > [data-part="count"] {
      margin-left: auto;
      padding-right: 12px;
    }
  }
`;

const Scrub = styled("div")`
  position: relative;
  flex: 1 1 180px;
  height: 28px;
  & > i {
    position: absolute;
    top: 5px;
    width: 2px;
    height: 18px;
    margin-left: -1px;
    background: var(--text);
    pointer-events: none;
  }
  & > i[data-of="stop"] {
    background: var(--down);
  }
  & > i[data-of="kept"] {
    background: var(--accent);
  }
  & > input {
    width: 100%;
    height: 28px;
    margin: 0;
    accent-color: var(--accent);
    cursor: pointer;
  }
`;

/** Something at a place of the scrub bar: a fill, a change of the stop, or where a changed rule would have ended it. */
export type BarMark = { place: number; of: "open" | "close" | "stop" | "kept" };

type ReplayBarProps = {
  player: ReplayPlayer;
  marks: readonly BarMark[];
  /** The time and the price at a place, in words. */
  wordsAt: (place: number) => string | null;
};

/** Plays, pauses, steps and scrubs through a piece of the tape. */
export function ReplayBar({ player, marks, wordsAt }: ReplayBarProps) {
  useSignals();
  const place = player.place.value;
  const isPlaying = player.isPlaying.value;
  const count = player.last - player.first + 1;
  // The thumb's middle stays half its width away from the ends.
  const left = (at: number) => {
    const share = Math.min(1, Math.max(0, (at - player.first) / Math.max(1, player.last - player.first)));
    return `calc(8px + ${share} * (100% - 16px))`;
  };
  return (
    <Bar role="group" aria-label={text.controls}>
      <IconButton icon={SkipBack} label={text.toStart} onClick={() => player.seek(player.first)} />
      <IconButton icon={ChevronLeft} label={text.back} onClick={() => player.step(-1)} />
      <Tooltip content={text.keys}>
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={isPlaying ? text.pause : text.play}
          variant="neutral"
          onClick={() => player.toggle()}
        />
      </Tooltip>
      <IconButton icon={ChevronRight} label={text.forward} onClick={() => player.step(1)} />
      <div data-part="speed">
        <Select
          label={text.speed}
          size="compact"
          value={String(player.speed.value)}
          options={SPEEDS.map((speed) => ({ value: String(speed), label: text.times(speed) }))}
          onChange={(chosen) => {
            const speed = SPEEDS.find((one) => String(one) === chosen);
            if (speed) player.setSpeed(speed);
          }}
        />
      </div>
      <Scrub data-part="scrub">
        {marks.map((mark) => (
          <i key={`${mark.of} ${mark.place}`} data-of={mark.of} style={{ left: left(mark.place) }} />
        ))}
        <input
          type="range"
          data-replay=""
          min={player.first}
          max={player.last}
          value={place}
          aria-label={text.place}
          aria-valuetext={wordsAt(place) ?? undefined}
          onChange={(event) => player.seek(Number(event.target.value))}
        />
      </Scrub>
      <span data-part="count" className="num">
        {place >= player.last ? text.quotes(count) : text.placeOf(place - player.first + 1, count)}
      </span>
    </Bar>
  );
}

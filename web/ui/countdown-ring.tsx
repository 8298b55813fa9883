import { styled } from "goober";
import { formatCountdown } from "./format.ts";
import { LiveRegion } from "./live-region.tsx";
import { Ring } from "./ring.tsx";
import { type } from "./theme.ts";
import { useNow } from "./use-now.ts";

const Frame = styled("div")`
  position: relative;
  display: inline-grid;
  flex: none;
  & > svg,
  & > div {
    grid-area: 1 / 1;
  }
`;

const Words = styled("div")`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  &[data-size="88"] > b {
    font-size: 20px;
    line-height: 24px;
  }
  &[data-size="48"] > b {
    font-size: 13px;
    line-height: 16px;
  }
  & > span {
    ${type.caption}
    color: var(--muted);
  }
`;

const Inline = styled("span")`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  color: var(--muted);
  & b {
    color: var(--text);
    font-weight: 500;
  }
`;

/** In the last minute the ring has the warning tone. */
const LAST_MS = 60_000;

type CountdownRingProps = {
  /** When it ends, epoch ms. */
  endsAtMs: number;
  /** Total length in ms. */
  lengthMs: number;
  size?: 88 | 48;
};

/** The remaining time as a ring and a figure. Screen readers get each full minute, not each second. */
export function CountdownRing({ endsAtMs, lengthMs, size = 88 }: CountdownRingProps) {
  const leftMs = Math.max(0, endsAtMs - useNow(1_000));
  const minutes = Math.ceil(leftMs / 60_000);
  return (
    <Frame>
      <Ring
        fraction={leftMs / lengthMs}
        size={size}
        strokeWidth={3}
        tone={leftMs > 0 && leftMs <= LAST_MS ? "warn" : "accent"}
      />
      <Words data-size={size} aria-hidden="true">
        <b className="num">{formatCountdown(leftMs)}</b>
        {size === 88 && <span>left</span>}
      </Words>
      <LiveRegion>{`${minutes} ${minutes === 1 ? "minute" : "minutes"} left`}</LiveRegion>
    </Frame>
  );
}

/** A short countdown inside a line: a ring of 14 px, a label and the time, `Send a new code in 0:42`. */
export function InlineCountdown({ label, endsAtMs, lengthMs }: CountdownRingProps & { label: string }) {
  const leftMs = Math.max(0, endsAtMs - useNow(1_000));
  return (
    <Inline>
      <Ring fraction={leftMs / lengthMs} size={14} strokeWidth={2} tone="muted" />
      <span>
        {label} <b className="num">{formatCountdown(leftMs)}</b>
      </span>
    </Inline>
  );
}

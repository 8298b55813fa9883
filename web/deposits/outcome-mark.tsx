import { keyframes, styled } from "goober";
import { tint } from "../ui/theme.ts";

const draw = keyframes`from { stroke-dashoffset: 1; }`;

const Drawing = styled("svg")`
  & > circle {
    stroke: currentColor;
  }
  &[data-tone="up"] {
    color: var(--up);
    & > circle {
      fill: ${tint("up", 14)};
    }
  }
  &[data-tone="down"] {
    color: var(--down);
    & > circle {
      fill: ${tint("down", 14)};
    }
  }
  &[data-tone="warn"] {
    color: var(--warn);
    & > circle {
      fill: ${tint("warn", 14)};
    }
  }
  &[data-tone="muted"] {
    color: var(--muted);
    & > circle {
      fill: var(--raised);
      stroke: var(--control);
    }
  }
  & > path {
    stroke: currentColor;
    stroke-dasharray: 1;
    animation: ${draw} 300ms ease-out 80ms backwards;
  }
`;

const CLOCK = "M44 26v19l12 8";
const STROKES = { up: "M28 45l11.5 11L61 33", down: "M32 32l24 24M56 32L32 56", warn: CLOCK, muted: CLOCK } as const;

/** The outcome of a payment drawn as one stroke: a check, a cross or a clock. Decorative: the text beside it says the same. */
export function OutcomeMark({ tone, size = 88 }: { tone: keyof typeof STROKES; size?: 88 | 48 }) {
  const line = (3 * 88) / size;
  return (
    <Drawing data-tone={tone} width={size} height={size} viewBox="0 0 88 88" fill="none" aria-hidden="true">
      <circle cx="44" cy="44" r={44 - line / 2} strokeWidth={line} />
      <path d={STROKES[tone]} pathLength="1" strokeWidth={line * 1.33} strokeLinecap="round" strokeLinejoin="round" />
    </Drawing>
  );
}

import { styled } from "goober";

const Scale = styled("svg")`
  width: 100%;
  height: 12px;
  overflow: visible;
  & line {
    stroke: var(--control);
    stroke-width: 1;
  }
  & line[data-filled="true"] {
    stroke: var(--accent);
    stroke-width: 2;
  }
`;

const Strip = styled("svg")`
  width: 100%;
  height: 12px;
  & line {
    stroke: var(--line);
  }
  & line[data-long="true"] {
    stroke: var(--control);
  }
`;

/**
 * A ruler that measures something: half units short, units longer, the ends and the middle longest, filled up to a value.
 * @param units whole units from end to end
 * @param filled how many of them are reached; more than `units` fills it
 */
export function RulerScale({ units, filled }: { units: number; filled: number }) {
  const ticks = Array.from({ length: units * 2 + 1 }, (_, index) => index / 2);
  return (
    <Scale aria-hidden="true">
      {ticks.map((at) => {
        const isLong = at % (units / 2) === 0;
        const height = isLong ? 12 : Number.isInteger(at) ? 8 : 4;
        const x = `${(at / units) * 100}%`;
        return <line key={at} x1={x} x2={x} y1="0" y2={height} data-filled={filled > 0 && at <= filled} />;
      })}
    </Scale>
  );
}

/** How long the strip is drawn; wider windows than this end in a margin. */
const STRIP_PX = 1920;

/** The ruler as decoration: ticks every 10 px, longer every 50, longest on every step, where figures stand. */
export function Ruler({ stepPx = 300 }: { stepPx?: number }) {
  const ticks = Array.from({ length: STRIP_PX / 10 + 1 }, (_, index) => index * 10);
  return (
    <Strip aria-hidden="true">
      {ticks.map((x) => {
        const isLong = x % stepPx === 0;
        const height = isLong ? 12 : x % 50 === 0 ? 8 : 4;
        return <line key={x} x1={x + 0.5} x2={x + 0.5} y1="0" y2={height} data-long={isLong} />;
      })}
    </Strip>
  );
}

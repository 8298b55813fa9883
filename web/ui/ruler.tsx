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

/** One row of ticks, from the left end. */
function ticks(token: "control" | "line", everyPx: number, heightPx: number): string {
  return `repeating-linear-gradient(90deg, var(--${token}) 0 1px, transparent 1px ${everyPx}px) 0 0 / 100% ${heightPx}px no-repeat`;
}

/**
 * A decorative ruler: ticks 4 px high every 10 px, 8 px every 50, and 12 px every 100, next to the figures. Drawn as a
 * background, because as elements the ticks would be larger than the rest of the page.
 */
export const Ruler = styled("div")`
  height: 12px;
  margin-right: -1px;
  background: ${ticks("control", 100, 12)}, ${ticks("line", 50, 8)}, ${ticks("line", 10, 4)};
`;

/**
 * A ruler that shows a value: short ticks at half units, longer ones at units, the longest at the ends and the middle,
 * filled up to the value.
 * @param units whole units from end to end
 * @param filled the value in units; more than `units` fills it
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

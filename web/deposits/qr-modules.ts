import { encode } from "uqr";

/** White modules around the code; the standard requires four (ISO/IEC 18004, 6.3.8). */
export const QUIET_MODULES = 4;
/** A smaller code is hard to scan for a phone at arm's length. */
const SIDE_PX_MIN = 240;

/** Neighbouring dark modules of a row, drawn as one bar: fewer shapes, and no seams between them. */
export type DarkBar = { x: number; y: number; length: number };

/** A QR code, ready to draw. */
export type QrModules = {
  /** Modules per side, without the quiet zone. */
  count: number;
  /** Positions and lengths in modules, from the code's top left corner. */
  bars: readonly DarkBar[];
  /** The smallest whole number of pixels per module that gives the code its minimum size. */
  modulePx: number;
};

/** Encodes a text as a QR code that is readable with up to 15% damage. */
export function qrModules(text: string): QrModules {
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  const bars = data.flatMap((row, y) => barsOf(row).map((bar) => ({ ...bar, y })));
  return { count: size, bars, modulePx: Math.ceil(SIDE_PX_MIN / size) };
}

/**
 * The bars of a code as one SVG path in modules, to be stroked one module wide: half the length of the same bars as
 * rectangles.
 * @param bars row by row, from left to right
 */
export function strokesOf(bars: readonly DarkBar[]): string {
  let end = { x: 0, y: -1 };
  const strokes = bars.map(({ x, y, length }) => {
    const move = y === end.y ? `m${x - end.x} 0` : `M${x} ${y}.5`;
    end = { x: x + length, y };
    return `${move}h${length}`;
  });
  return strokes.join("");
}

function barsOf(row: readonly boolean[]): { x: number; length: number }[] {
  const bars: { x: number; length: number }[] = [];
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    bars.push({ x: start, length: x - start + 1 });
  }
  return bars;
}

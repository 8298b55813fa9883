import { encode } from "uqr";

/** Modules of white around the code; the standard asks for four (ISO/IEC 18004, 6.3.8). */
export const QUIET_MODULES = 4;
/** Below this a phone held at arm's length has trouble. */
const SIDE_PX_MIN = 240;

/** Dark modules that are neighbours in a row, drawn as one bar: fewer shapes, and no seam between them. */
export type DarkBar = { x: number; y: number; length: number };

export type QrModules = {
  /** Modules to a side, without the quiet zone. */
  count: number;
  /** Places and lengths in modules, from the code's top left corner. */
  bars: readonly DarkBar[];
  /** How many whole pixels draw one module: as few as give the code its least size. */
  modulePx: number;
};

/** A text as a QR code that survives the loss of 15% of it. */
export function qrModules(text: string): QrModules {
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  const bars = data.flatMap((row, y) => barsOf(row).map((bar) => ({ ...bar, y })));
  return { count: size, bars, modulePx: Math.ceil(SIDE_PX_MIN / size) };
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

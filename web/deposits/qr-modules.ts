import { encode } from "uqr";

/** Modules of white around the code; the standard asks for four (ISO/IEC 18004, 6.3.8). */
export const QUIET_MODULES = 4;
/** Below this a phone held at arm's length has trouble. */
const SIDE_PX_MIN = 240;

export type QrModules = {
  /** Modules to a side, without the quiet zone. */
  count: number;
  /** The dark modules as one SVG path, a module being one unit. */
  path: string;
  /** How many whole pixels draw one module: as few as give the code its least size. */
  modulePx: number;
};

/** The picture of a text as a QR code that survives the loss of 15% of it. */
export function qrModules(text: string): QrModules {
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => darkRuns(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`));
  return { count: size, path: path.join(""), modulePx: Math.ceil(SIDE_PX_MIN / size) };
}

/** Neighbours as one bar: fewer shapes, and no seam between them. */
function darkRuns(row: readonly boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = [];
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    runs.push({ x: start, length: x - start + 1 });
  }
  return runs;
}

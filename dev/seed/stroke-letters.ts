/**
 * Capital letters, digits and the marks of a card's machine-readable lines, as strokes on a grid 4 wide and 6 high.
 * Each point is two digits, x and y; a bar separates strokes.
 */
const STROKES: Record<string, string> = {
  A: "062046|1434",
  B: "00063645443303|3342413000",
  C: "4130100105163645",
  D: "00062644422000",
  E: "40000646|0333",
  F: "400006|0333",
  G: "41301001051636454323",
  H: "0006|4046|0343",
  I: "2026",
  J: "4045361605",
  K: "0006|400346",
  L: "000646",
  M: "0600234046",
  N: "06004640",
  O: "100105163645413010",
  P: "06003041423303",
  Q: "100105163645413010|3446",
  R: "06003041423303|2346",
  S: "413010010213334445361605",
  T: "0040|2026",
  U: "000516364540",
  V: "002640",
  W: "0016233640",
  X: "0046|4006",
  Y: "002340|2326",
  Z: "00400646",
  0: "100105163645413010",
  1: "112026|1636",
  2: "01103041420646",
  3: "004023334445361605",
  4: "36300444",
  5: "400003334445361605",
  6: "40200205163645443303",
  7: "004016",
  8: "13020110304142331304051636454433",
  9: "06264441301001021343",
  ".": "2626",
  ",": "2517",
  "-": "1333",
  "<": "410345",
  "/": "0640",
  $: "413010010213334445361605|2026",
};

/** A point of the grid or of a picture. */
export type Point = readonly [x: number, y: number];

/** The width of a letter including the space after it, in grid units. */
export const ADVANCE = 5.4;
/** The height of a letter, in grid units. */
export const CAP_HEIGHT = 6;

/** The strokes of a letter; none for a space. @throws Error for a character without strokes */
export function strokesOf(letter: string): Point[][] {
  if (letter === " ") return [];
  const strokes = STROKES[letter];
  if (strokes === undefined) throw new Error(`there are no strokes for ${letter}`);
  return strokes.split("|").map((line) => {
    const points = line.match(/../g) ?? [];
    return points.map((pair): Point => [Number(pair[0]), Number(pair[1])]);
  });
}

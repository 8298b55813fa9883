import { type Colour, type Pen, Picture } from "./picture.ts";
import { ADVANCE, CAP_HEIGHT, type Point } from "./stroke-letters.ts";

/** Pictures of fictional documents: each has SPECIMEN written across it. */

const INK: Colour = [24, 42, 66];
const FAINT: Colour = [92, 112, 134];
const RED: Colour = [190, 38, 52];

/** The fields of an identity card. */
export type CardHolder = {
  /** Family name first, as on the card. */
  name: string;
  /** Nine digits. */
  number: string;
  /** `DD.MM.YYYY` */
  born: string;
  validUntil: string;
};

/** The empty card, drawn once. */
const blankCard = once(() => {
  const card = new Picture(600, 378);
  for (let y = 0; y < 378; y++) card.fill([0, y, 600, 1], between([219, 232, 243], [243, 234, 216], y / 378));
  for (let wave = 0; wave < 9; wave++) {
    const points = Array.from({ length: 51 }, (_, i): Point => {
      const x = i * 12;
      return [x, 20 + wave * 34 + 14 * Math.sin(x / 70 + wave)];
    });
    card.line(points, { colour: [168, 192, 212], width: 1.2, opacity: 0.7 });
  }
  writeCentred(card, "KINGDOM OF CAMBODIA", 24, 17, { colour: INK, width: 2.4 });
  writeCentred(card, "IDENTITY CARD", 52, 11, { colour: FAINT, width: 1.4 });
  card.fill([28, 84, 142, 182], [176, 196, 212]);
  card.fill([28, 84, 142, 182], [116, 140, 162], (x, y) => Math.hypot(x - 99, y - 150) < 33);
  card.fill([28, 84, 142, 182], [116, 140, 162], (x, y) => ((x - 99) / 58) ** 2 + ((y - 272) / 74) ** 2 < 1);
  card.fill([0, 290, 600, 88], [247, 243, 232]);
  return card;
});

/** Draws an identity card. @returns a PNG */
export function specimenCard({ name, number, born, validUntil }: CardHolder): Uint8Array<ArrayBuffer> {
  const card = blankCard().copy();
  const fields = [
    ["NUMBER", number.replace(/(...)(?=.)/g, "$1 ")],
    ["NAME", name],
    ["BORN", born],
    ["VALID UNTIL", validUntil],
  ] as const;
  fields.forEach(([label, value], i) => {
    card.write(label, { at: [196, 88 + i * 46], heightPx: 9 }, { colour: FAINT, width: 1.2 });
    card.write(value, { at: [196, 104 + i * 46], heightPx: 15 }, { colour: INK, width: 2.4 });
  });
  const machineLines = [`IDKHM${number}`, `${shortDate(born)}${shortDate(validUntil)}KHM`, name.replaceAll(" ", "<<")];
  machineLines.forEach((line, i) => {
    const place = { at: [24, 302 + i * 24] as const, heightPx: 12, pitchPx: 18.6 };
    card.write(line.padEnd(30, "<").slice(0, 30), place, { colour: INK, width: 1.7 });
  });
  stamp(card, { at: [222, 276], heightPx: 52, turn: -0.4 });
  return card.png();
}

/** The fields of a bank's slip. */
export type Transfer = {
  bank: string;
  holder: string;
  account: string;
  /** As shown: `$400.00`. */
  amount: string;
  paymentId: string;
  on: string;
};

const blankReceipt = once(() => blankSlip("TRANSFER COMPLETED", [26, 122, 84]));
const blankRefusal = once(() => blankSlip("TRANSFER REFUSED", RED));

function blankSlip(heading: string, colour: Colour): Picture {
  const slip = new Picture(420, 520);
  slip.fill([0, 0, 420, 520], [250, 251, 253]);
  slip.fill([0, 0, 420, 84], [22, 62, 104]);
  writeCentred(slip, heading, 116, 13, { colour, width: 2 });
  for (let i = 0; i < 4; i++) slip.fill([28, 218 + i * 66, 364, 1], [216, 224, 232]);
  return slip;
}

/** Draws a bank's confirmation of a transfer. @returns a PNG */
export function specimenReceipt(transfer: Transfer): Uint8Array<ArrayBuffer> {
  return fillSlip(blankReceipt().copy(), transfer, ["PAYMENT ID", transfer.paymentId]);
}

/** Draws a bank's refusal of a transfer. @returns a PNG @param because the reason, in capitals */
export function specimenRefusal(
  transfer: Omit<Transfer, "paymentId">,
  { because }: { because: string },
): Uint8Array<ArrayBuffer> {
  return fillSlip(blankRefusal().copy(), transfer, ["REASON", because]);
}

function fillSlip(
  slip: Picture,
  { bank, holder, account, amount, on }: Omit<Transfer, "paymentId">,
  third: readonly [label: string, value: string],
): Uint8Array<ArrayBuffer> {
  slip.write(bank, { at: [28, 32], heightPx: 20 }, { colour: [255, 255, 255], width: 2.8 });
  writeCentred(slip, amount, 152, 32, { colour: INK, width: 4 });
  const fields = [["TO", holder], ["ACCOUNT", account], third, ["DATE", on]] as const;
  fields.forEach(([label, value], i) => {
    slip.write(label, { at: [28, 232 + i * 66], heightPx: 9 }, { colour: FAINT, width: 1.2 });
    slip.write(value, { at: [28, 250 + i * 66], heightPx: 15 }, { colour: INK, width: 2.2 });
  });
  stamp(slip, { at: [36, 420], heightPx: 46, turn: -0.62 });
  return slip.png();
}

function stamp(picture: Picture, place: { at: Point; heightPx: number; turn: number }): void {
  picture.write("SPECIMEN", place, { colour: RED, width: 6, opacity: 0.38 });
}

function writeCentred(picture: Picture, text: string, top: number, heightPx: number, pen: Pen): void {
  // The last letter has no space after it.
  const widthPx = ((text.length * ADVANCE - (ADVANCE - 4)) * heightPx) / CAP_HEIGHT;
  picture.write(text, { at: [(picture.widthPx - widthPx) / 2, top], heightPx }, pen);
}

/** `14.03.1994` as `940314`. */
function shortDate(date: string): string {
  const [day = "", month = "", year = ""] = date.split(".");
  return year.slice(2) + month + day;
}

function between(from: Colour, to: Colour, part: number): Colour {
  const mix = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * part);
  return [mix(0), mix(1), mix(2)];
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

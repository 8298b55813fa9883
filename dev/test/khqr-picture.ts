import { PNG } from "pngjs";
import { encode } from "uqr";
import { cents } from "../../worker/contract/money.ts";
import { encodeKhqr } from "../../worker/deposits/khqr.ts";

/** The side of a module of the code, in px. */
const MODULE_PX = 6;

/** A picture of a payment code of somebody, as a bank's app saves it: PNG. */
export function khqrPicture(owner: string): Buffer {
  const text = encodeKhqr({
    accountId: "somebody@aclb",
    merchantName: owner,
    merchantCity: "Phnom Penh",
    amountCents: cents(100),
    billNumber: "D7KQ4M2XPRA",
    createdAtMs: 1_800_000_000_000,
    expiresAtMs: 1_800_000_600_000,
  });
  const { data, size } = encode(text, { border: 4 });
  const side = size * MODULE_PX;
  const png = new PNG({ width: side, height: side });
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isDark = data[Math.floor(y / MODULE_PX)]?.[Math.floor(x / MODULE_PX)] === true;
      png.data.fill(isDark ? 0 : 255, (y * side + x) * 4, (y * side + x) * 4 + 3);
      png.data[(y * side + x) * 4 + 3] = 255;
    }
  }
  return PNG.sync.write(png);
}

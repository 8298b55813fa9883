import decodeQR from "qr/decode.js";
import { type KhqrOwner, khqrOwner } from "../../worker/contract/khqr-fields.ts";
import { drawScaled } from "./shrink-image.ts";

/**
 * The sides at which a code is looked for, in px: photographs of a screen have a moiré that smaller sizes lose, and small codes in
 * a large picture are lost in small sizes.
 */
const SIDES_PX = [800, 1_600, 400];
/** How long each size may take, in ms, on the page's own thread. */
const TIME_LIMIT_MS = 300;

/** Reads whose payment code an image is. @returns null where no KHQR code can be read in it */
export function ownerInImage(bitmap: ImageBitmap): KhqrOwner | null {
  for (const sidePx of SIDES_PX) {
    const text = textInImage(drawScaled(bitmap, sidePx / Math.max(bitmap.width, bitmap.height)));
    const owner = text === null ? null : khqrOwner(text);
    if (owner) return owner;
  }
  return null;
}

function textInImage(canvas: HTMLCanvasElement): string | null {
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
  if (!pixels) return null;
  try {
    return decodeQR(pixels, { timeLimit: TIME_LIMIT_MS });
  } catch {
    // It throws where it finds no code.
    return null;
  }
}

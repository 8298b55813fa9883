import { IMAGE } from "../contract/limits.ts";
import { ImageFault } from "./image-fault.ts";

/** An image of which only what a viewer needs is left: no metadata, no comment, nothing after its end. */
export type CleanImage = { widthPx: number; heightPx: number; bytes: Uint8Array<ArrayBuffer> };

/** Judged from the header, before anything decodes it: a small file can claim to be huge. @throws ImageFault */
export function assertDimensions(widthPx: number, heightPx: number): void {
  const sides = [widthPx, heightPx];
  const isFit = sides.every((side) => side >= IMAGE.sidePxMin && side <= IMAGE.sidePxMax);
  if (!isFit || widthPx * heightPx > IMAGE.pixelsMax) throw new ImageFault("dimensions");
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

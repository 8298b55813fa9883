import { IMAGE } from "../contract/limits.ts";
import { ImageFault } from "./image-fault.ts";

/** An image that contains only what a viewer needs: no metadata, no comments, nothing after its end. */
export type CleanImage = { widthPx: number; heightPx: number; bytes: Uint8Array<ArrayBuffer> };

/**
 * Checks the size from the header, before anything decodes the image: a small file can declare a huge size. @throws
 * ImageFault
 */
export function assertDimensions(widthPx: number, heightPx: number): void {
  const sides = [widthPx, heightPx];
  const isAllowed = sides.every((side) => side >= IMAGE.sidePxMin && side <= IMAGE.sidePxMax);
  if (!isAllowed || widthPx * heightPx > IMAGE.pixelsMax) throw new ImageFault("dimensions");
}

/** Joins byte arrays into a new one. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

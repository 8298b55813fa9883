import type { ImageType } from "../../worker/contract/image-kind.ts";

/**
 * The number of pixels that an image declares, so that none is decoded which the tab has no memory for: a file of 24 kB
 * can have a hundred megapixels.
 * @param bytes the beginning of the file
 * @returns null when the header is not within these bytes, or is damaged
 */
export function pixelsInHeader(bytes: Uint8Array, type: ImageType): number | null {
  const [widthPx, heightPx] = SIDES[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? [0, 0];
  return widthPx * heightPx || null;
}

type Sides = readonly [widthPx: number, heightPx: number];

const SIDES: Record<ImageType, (view: DataView) => Sides | null> = {
  "image/png": (view) => (view.byteLength < 24 ? null : [view.getUint32(16), view.getUint32(20)]),
  "image/jpeg": jpegSides,
  "image/webp": webpSides,
};

/** Tables and differential frames, whose markers stand among those of the frames. Source: ITU-T T.81 table B.1 */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);

function jpegSides(view: DataView): Sides | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // A fill byte.
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    } else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Source: RFC 9649 sections 2.6, 2.7 and 3.4; RFC 6386 section 9.1 */
function webpSides(view: DataView): Sides | null {
  if (view.byteLength < 30) return null;
  const kind = view.getUint8(15);
  if (kind === "X".charCodeAt(0))
    return [(view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1];
  if (kind === "L".charCodeAt(0)) {
    const bits = view.getUint32(21, true);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
}

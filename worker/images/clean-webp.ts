import { ByteReader } from "./byte-reader.ts";
import { assertDimensions, type CleanImage, concatenate } from "./clean-image.ts";
import { ImageFault } from "./image-fault.ts";

/**
 * Parses a WebP's chunks and writes a new file with its image: in the simple form, or with its alpha channel in the
 * extended one. Profile, EXIF, XMP and unknown chunks are dropped.
 *
 * Source: RFC 9649 section 2 (container) and 3 (lossless); RFC 6386 section 9.1 (lossy)
 * @param bytes begin with RIFF and WEBP
 * @throws ImageFault
 */
export function cleanWebp(bytes: Uint8Array): CleanImage {
  const head = new ByteReader(bytes);
  head.take(4);
  const size = head.uint32LittleEndian();
  const reader = new ByteReader(head.take(size));
  reader.take(4);

  const chunks = new Map<string, Uint8Array>();
  while (reader.left > 0) {
    reader.countPart();
    const type = reader.fourCharacters();
    const length = reader.uint32LittleEndian();
    const data = reader.take(length);
    // A chunk of odd length is followed by one padding byte.
    if (length % 2 === 1) reader.take(1);
    if (type === "ANIM" || type === "ANMF") throw new ImageFault("moving");
    if (KEPT.has(type) && chunks.has(type)) throw new ImageFault("damaged");
    if (type === "VP8X" && chunks.size > 0) throw new ImageFault("damaged");
    if (KEPT.has(type)) chunks.set(type, data);
  }
  return rebuild(chunks);
}

const KEPT = new Set(["VP8X", "ALPH", "VP8 ", "VP8L"]);

type Size = { widthPx: number; heightPx: number };

function rebuild(chunks: ReadonlyMap<string, Uint8Array>): CleanImage {
  const [lossy, lossless, alpha, canvas] = ["VP8 ", "VP8L", "ALPH", "VP8X"].map((type) => chunks.get(type));
  if ((lossy && lossless) || (alpha && !lossy)) throw new ImageFault("damaged");
  const size = lossy ? lossySize(lossy) : lossless ? losslessSize(lossless) : null;
  if (!size) throw new ImageFault("damaged");
  assertDimensions(size.widthPx, size.heightPx);
  if (canvas) checkCanvas(canvas, size);
  if (alpha) checkAlpha(alpha);

  const parts = [
    ...(lossy && alpha ? [chunk("VP8X", canvasOf(size)), chunk("ALPH", alpha)] : []),
    ...(lossy ? [chunk("VP8 ", lossy)] : []),
    ...(lossless ? [chunk("VP8L", lossless)] : []),
  ];
  const body = concatenate([ascii("WEBP"), ...parts]);
  return { ...size, bytes: concatenate([ascii("RIFF"), uint32(body.length), body]) };
}

function lossySize(data: Uint8Array): Size {
  const reader = new ByteReader(data);
  const tag = reader.uint24LittleEndian();
  const isShownKeyFrame = (tag & 1) === 0 && ((tag >> 1) & 7) <= 3 && ((tag >> 4) & 1) === 1;
  const isStart = reader.uint8() === 0x9d && reader.uint8() === 0x01 && reader.uint8() === 0x2a;
  // The upper two bits request upscaling, which WebP does not do.
  const [widthPx, heightPx] = [reader.uint16LittleEndian() & 0x3fff, reader.uint16LittleEndian() & 0x3fff];
  const firstPartition = tag >> 5;
  if (!isShownKeyFrame || !isStart || firstPartition === 0 || firstPartition >= reader.left) {
    throw new ImageFault("damaged");
  }
  return { widthPx, heightPx };
}

function losslessSize(data: Uint8Array): Size {
  const reader = new ByteReader(data);
  const isStart = reader.uint8() === 0x2f;
  const bits = reader.uint32LittleEndian();
  if (!isStart || bits >>> 29 !== 0 || reader.left === 0) throw new ImageFault("damaged");
  return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
}

const CANVAS_MOVES = 0x02;
const CANVAS_HAS_ALPHA = 0x10;

function checkCanvas(data: Uint8Array, { widthPx, heightPx }: Size): void {
  const reader = new ByteReader(data);
  const flags = reader.uint8();
  reader.take(3);
  const isSame = reader.uint24LittleEndian() + 1 === widthPx && reader.uint24LittleEndian() + 1 === heightPx;
  if ((flags & CANVAS_MOVES) !== 0) throw new ImageFault("moving");
  if (!isSame || reader.left > 0) throw new ImageFault("damaged");
}

function canvasOf({ widthPx, heightPx }: Size): Uint8Array {
  const [width, height] = [widthPx - 1, heightPx - 1];
  return Uint8Array.of(CANVAS_HAS_ALPHA, 0, 0, 0, width & 255, width >> 8, 0, height & 255, height >> 8, 0);
}

/** The first byte declares the compression: none, or a lossless image. */
function checkAlpha(data: Uint8Array): void {
  const [packing = 0] = data;
  if (data.length < 2 || (packing & 3) > 1) throw new ImageFault("damaged");
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  return concatenate([ascii(type), uint32(data.length), data, new Uint8Array(data.length % 2)]);
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24);
}

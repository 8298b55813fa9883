import { ByteReader } from "./byte-reader.ts";
import { assertDimensions, type CleanImage, concatenate } from "./clean-image.ts";
import { exifData, orientationOf } from "./exif-orientation.ts";
import { ImageFault } from "./image-fault.ts";

/**
 * Parses a WebP's chunks and writes a new file with its image: in the simple form, or with its alpha channel or its
 * orientation in the extended one. Profile, XMP, unknown chunks and everything else of the EXIF data are dropped.
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
  let exif: Uint8Array | null = null;
  while (reader.left > 0) {
    reader.countPart();
    const type = reader.fourCharacters();
    const length = reader.uint32LittleEndian();
    const data = reader.take(length);
    // A chunk of odd length is followed by one padding byte.
    if (length % 2 === 1) reader.take(1);
    if (type === "ANIM" || type === "ANMF") throw new ImageFault("moving");
    if (type === "EXIF") exif ??= data;
    if (KEPT.has(type) && chunks.has(type)) throw new ImageFault("damaged");
    if (type === "VP8X" && chunks.size > 0) throw new ImageFault("damaged");
    if (KEPT.has(type)) chunks.set(type, data);
  }
  return rebuild(chunks, exif && orientationOf(exif));
}

const KEPT = new Set(["VP8X", "ALPH", "VP8 ", "VP8L"]);

type Size = { widthPx: number; heightPx: number };

function rebuild(chunks: ReadonlyMap<string, Uint8Array>, orientation: number | null): CleanImage {
  const [lossy, lossless, alpha, canvas] = ["VP8 ", "VP8L", "ALPH", "VP8X"].map((type) => chunks.get(type));
  if ((lossy && lossless) || (alpha && !lossy)) throw new ImageFault("damaged");
  const size = lossy ? lossySize(lossy) : lossless ? losslessSize(lossless) : null;
  if (!size) throw new ImageFault("damaged");
  assertDimensions(size.widthPx, size.heightPx);
  if (canvas) checkCanvas(canvas, size);
  if (alpha) checkAlpha(alpha);

  const hasAlpha = alpha !== undefined || (lossless !== undefined && usesAlpha(lossless));
  const isExtended = alpha !== undefined || orientation !== null;
  const flags = (hasAlpha ? CANVAS_HAS_ALPHA : 0) | (orientation === null ? 0 : CANVAS_HAS_EXIF);
  const parts = [
    ...(isExtended ? [chunk("VP8X", canvasOf(size, flags))] : []),
    ...(alpha ? [chunk("ALPH", alpha)] : []),
    ...(lossy ? [chunk("VP8 ", lossy)] : []),
    ...(lossless ? [chunk("VP8L", lossless)] : []),
    ...(orientation === null ? [] : [chunk("EXIF", exifData(orientation))]),
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

/** The bit after the two lengths of 14 bits. */
function usesAlpha(lossless: Uint8Array): boolean {
  const [, , , , last = 0] = lossless;
  return (last & 0x10) !== 0;
}

const CANVAS_MOVES = 0x02;
const CANVAS_HAS_EXIF = 0x08;
const CANVAS_HAS_ALPHA = 0x10;

function checkCanvas(data: Uint8Array, { widthPx, heightPx }: Size): void {
  const reader = new ByteReader(data);
  const flags = reader.uint8();
  reader.take(3);
  const isSame = reader.uint24LittleEndian() + 1 === widthPx && reader.uint24LittleEndian() + 1 === heightPx;
  if ((flags & CANVAS_MOVES) !== 0) throw new ImageFault("moving");
  if (!isSame || reader.left > 0) throw new ImageFault("damaged");
}

function canvasOf({ widthPx, heightPx }: Size, flags: number): Uint8Array {
  const [width, height] = [widthPx - 1, heightPx - 1];
  return Uint8Array.of(flags, 0, 0, 0, width & 255, width >> 8, 0, height & 255, height >> 8, 0);
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

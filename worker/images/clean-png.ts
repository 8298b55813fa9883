import { crc32 } from "node:zlib";
import { ByteReader } from "./byte-reader.ts";
import { assertDimensions, type CleanImage, concatenate } from "./clean-image.ts";
import { exifData, orientationOf } from "./exif-orientation.ts";
import { ImageFault } from "./image-fault.ts";

/**
 * Parses every chunk of a PNG, checks its CRC, and writes back the image data, palette, transparency, the three small
 * chunks that define colours, and the orientation. Text, time, profile and unknown chunks are dropped.
 *
 * Source: W3C PNG specification, third edition, sections 5 and 11
 * @param bytes begin with the signature
 * @throws ImageFault
 */
export function cleanPng(bytes: Uint8Array): CleanImage {
  const reader = new ByteReader(bytes);
  const signature = reader.take(SIGNATURE_LENGTH);
  const header = readChunk(reader);
  if (header.type !== "IHDR") throw new ImageFault("damaged");
  const { widthPx, heightPx, colourType } = readHeader(header.data);
  const kept: Uint8Array[] = [];
  let orientation: number | null = null;

  const seen = new Set<string>();
  let imageData = 0;
  let previous = header.type;
  for (;;) {
    const chunk = readChunk(reader);
    const { type, data } = chunk;
    if (type === "IEND") break;
    if (MOVING.has(type)) throw new ImageFault("moving");
    if (type === "IDAT") {
      const isFirst = !seen.has(type);
      // All IDAT chunks must be consecutive, and the first must begin with a zlib header.
      if (!isFirst && previous !== type) throw new ImageFault("damaged");
      if (isFirst && !(isZlibStart(data) && (colourType !== INDEXED || seen.has("PLTE"))))
        throw new ImageFault("damaged");
      imageData += data.length;
      kept.push(chunk.whole);
    } else if (type === "PLTE") {
      const isSound = data.length > 0 && data.length <= 768 && data.length % 3 === 0;
      if (!isSound || seen.has(type) || seen.has("IDAT")) throw new ImageFault("damaged");
      kept.push(chunk.whole);
    } else if (type === "eXIf" && !seen.has(type)) {
      orientation = orientationOf(data);
    } else if (isCritical(type)) {
      throw new ImageFault("unusual");
    } else if (isNeeded(type, data) && !seen.has(type) && !seen.has("IDAT")) {
      kept.push(chunk.whole);
    }
    seen.add(type);
    previous = type;
  }
  if (imageData < ZLIB_LENGTH_MIN) throw new ImageFault("damaged");
  // Before the image data, where every decoder reads it.
  const exif = orientation === null ? [] : [chunkOf("eXIf", exifData(orientation))];
  return { widthPx, heightPx, bytes: concatenate([signature, header.whole, ...exif, ...kept, IEND]) };
}

const SIGNATURE_LENGTH = 8;
const IEND = Uint8Array.of(0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82);
/** A zlib header, an empty block and the checksum. */
const ZLIB_LENGTH_MIN = 8;
const INDEXED = 3;
const MOVING = new Set(["acTL", "fcTL", "fdAT"]);
/** The allowed bit depths of each colour type. */
const BIT_DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  [INDEXED]: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** Chunks that affect how the image looks, with the maximum length of each in bytes. */
const NEEDED: Record<string, number> = { tRNS: 256, gAMA: 4, cHRM: 32, sRGB: 1 };

type Chunk = { type: string; data: Uint8Array; whole: Uint8Array };

function readChunk(reader: ByteReader): Chunk {
  reader.countPart();
  const from = reader.at;
  const length = reader.uint32();
  const body = reader.take(4 + length);
  const type = String.fromCharCode(...body.subarray(0, 4));
  if (!/^[A-Za-z]{4}$/.test(type) || crc32(body) !== reader.uint32()) throw new ImageFault("damaged");
  return { type, data: body.subarray(4), whole: reader.since(from) };
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(data.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(
    Array.from(type, (char) => char.charCodeAt(0)),
    4,
  );
  whole.set(data, 8);
  view.setUint32(data.length + 8, crc32(whole.subarray(4, data.length + 8)));
  return whole;
}

function readHeader(data: Uint8Array): { widthPx: number; heightPx: number; colourType: number } {
  if (data.length !== 13) throw new ImageFault("damaged");
  const reader = new ByteReader(data);
  const [widthPx, heightPx] = [reader.uint32(), reader.uint32()];
  assertDimensions(widthPx, heightPx);
  const [bitDepth, colourType] = [reader.uint8(), reader.uint8()];
  const [compression, filter, interlace] = [reader.uint8(), reader.uint8(), reader.uint8()];
  const isKnown = BIT_DEPTHS[colourType]?.includes(bitDepth) ?? false;
  if (!isKnown || compression !== 0 || filter !== 0 || interlace > 1) throw new ImageFault("damaged");
  return { widthPx, heightPx, colourType };
}

/** Deflate with a window of at most 32 KiB and no preset dictionary. Source: RFC 1950 section 2.2 */
function isZlibStart([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 15) === 8 && method >> 4 <= 7 && (method * 256 + flags) % 31 === 0 && (flags & 32) === 0;
}

/** True for critical chunks: a decoder that does not know one cannot show the image. */
function isCritical(type: string): boolean {
  return /^[A-Z]/.test(type);
}

function isNeeded(type: string, data: Uint8Array): boolean {
  const lengthMax = NEEDED[type];
  return lengthMax !== undefined && data.length > 0 && data.length <= lengthMax;
}

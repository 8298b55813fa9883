import { ByteReader } from "./byte-reader.ts";
import { assertDimensions, type CleanImage, concatenate } from "./clean-image.ts";
import { EXIF_HEAD, exifData, isExifSegment, orientationOf } from "./exif-orientation.ts";
import { ImageFault } from "./image-fault.ts";

/**
 * Parses a JPEG from its first marker to its last and writes back only what decoding needs: tables, the single frame,
 * its scans, the two application segments that define colours, rebuilt without extras, and the orientation.
 *
 * Source: ITU-T T.81 annex B; JFIF 1.02; the Adobe segment as in ITU-T T.872 section 6.5.3
 * @param bytes begin with the SOI marker
 * @throws ImageFault
 */
export function cleanJpeg(bytes: Uint8Array): CleanImage {
  const reader = new ByteReader(bytes);
  const kept = [reader.take(2)];
  // The application segments come first, in this order.
  let jfif: Uint8Array | null = null;
  let orientation: number | null = null;
  const seen = { exif: false, adobe: false, scans: 0 };
  let frame: Frame | null = null;

  for (;;) {
    reader.countPart();
    const marker = nextMarker(reader);
    if (marker === EOI) break;
    if (!hasPayload(marker)) throw new ImageFault("unusual");
    const payload = reader.take(payloadLength(reader));

    if (marker === SOS) {
      if (!frame || ++seen.scans > SCANS_MAX) throw new ImageFault("damaged");
      checkScan(payload, frame);
      kept.push(segment(marker, payload), takeEntropyCodedData(bytes, reader));
    } else if (FRAMES.has(marker)) {
      if (frame) throw new ImageFault("damaged");
      frame = readFrame(payload);
      assertDimensions(frame.widthPx, frame.heightPx);
      kept.push(segment(marker, payload));
    } else if (marker === DQT || marker === DHT || marker === DRI) {
      CHECK_TABLES[marker](new ByteReader(payload));
      kept.push(segment(marker, payload));
    } else if (marker === APP0 && !jfif && startsWith(payload, "JFIF\0") && payload.length >= 14) {
      // The last two bytes are the size of a thumbnail, which is dropped.
      jfif = segment(marker, Uint8Array.of(...payload.subarray(0, 12), 0, 0));
    } else if (marker === APP1 && !seen.exif && isExifSegment(payload)) {
      seen.exif = true;
      orientation = orientationOf(payload);
    } else if (marker === APP14 && !seen.adobe && startsWith(payload, "Adobe") && payload.length >= 12) {
      seen.adobe = true;
      kept.push(segment(marker, payload.subarray(0, 12)));
    } else if (!isDropped(marker)) {
      throw new ImageFault("unusual");
    }
  }
  if (!frame || seen.scans === 0) throw new ImageFault("damaged");
  const [start, ...rest] = kept;
  const exif = orientation && segment(APP1, concatenate([EXIF_HEAD, exifData(orientation)]));
  const parts = [start, jfif, exif, ...rest, Uint8Array.of(0xff, EOI)].filter((part) => part instanceof Uint8Array);
  return { widthPx: frame.widthPx, heightPx: frame.heightPx, bytes: concatenate(parts) };
}

const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const DHT = 0xc4;
const DRI = 0xdd;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
/** Baseline, extended and progressive, with Huffman coding: the kinds that browsers decode. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** A progressive image has about ten scans; each costs the viewer a pass over the whole image. */
const SCANS_MAX = 100;

type Frame = { widthPx: number; heightPx: number; componentIds: Set<number> };

/** Application segments and comments: they may contain anything, and no decoder needs them. */
function isDropped(marker: number): boolean {
  return (marker >= APP0 && marker <= 0xef) || marker === 0xfe;
}

/** True for all markers but SOI, TEM and the restart markers, which cannot occur between segments. */
function hasPayload(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd9);
}

function nextMarker(reader: ByteReader): number {
  if (reader.uint8() !== 0xff) throw new ImageFault("damaged");
  let code = reader.uint8();
  // Any number of fill bytes may precede a marker.
  while (code === 0xff) code = reader.uint8();
  return code;
}

function payloadLength(reader: ByteReader): number {
  const length = reader.uint16() - 2;
  if (length < 0) throw new ImageFault("damaged");
  return length;
}

function segment(marker: number, payload: Uint8Array): Uint8Array {
  const length = payload.length + 2;
  return concatenate([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), payload]);
}

function startsWith(payload: Uint8Array, text: string): boolean {
  return [...text].every((char, i) => payload[i] === char.charCodeAt(0));
}

function readFrame(payload: Uint8Array): Frame {
  const reader = new ByteReader(payload);
  if (reader.uint8() !== 8) throw new ImageFault("unusual");
  const heightPx = reader.uint16();
  const widthPx = reader.uint16();
  const count = reader.uint8();
  if (![1, 3, 4].includes(count) || reader.left !== 3 * count) throw new ImageFault("damaged");
  const componentIds = new Set<number>();
  while (reader.left > 0) {
    componentIds.add(reader.uint8());
    const sampling = reader.uint8();
    const [horizontal, vertical] = [sampling >> 4, sampling & 15];
    const isSound = horizontal >= 1 && horizontal <= 4 && vertical >= 1 && vertical <= 4 && reader.uint8() <= 3;
    if (!isSound) throw new ImageFault("damaged");
  }
  if (componentIds.size !== count) throw new ImageFault("damaged");
  return { widthPx, heightPx, componentIds };
}

function checkScan(payload: Uint8Array, { componentIds }: Frame): void {
  const reader = new ByteReader(payload);
  const count = reader.uint8();
  if (count < 1 || count > componentIds.size || reader.left !== 2 * count + 3) throw new ImageFault("damaged");
  for (let i = 0; i < count; i++) {
    const isKnown = componentIds.has(reader.uint8());
    const tables = reader.uint8();
    if (!isKnown || tables >> 4 > 3 || (tables & 15) > 3) throw new ImageFault("damaged");
  }
  const [first, last] = [reader.uint8(), reader.uint8()];
  if (first > last || last > 63) throw new ImageFault("damaged");
}

const CHECK_TABLES = {
  [DQT](reader: ByteReader): void {
    do {
      const kind = reader.uint8();
      if (kind >> 4 > 1 || (kind & 15) > 3) throw new ImageFault("damaged");
      reader.take(kind >> 4 === 0 ? 64 : 128);
    } while (reader.left > 0);
  },
  [DHT](reader: ByteReader): void {
    do {
      const kind = reader.uint8();
      if (kind >> 4 > 1 || (kind & 15) > 3) throw new ImageFault("damaged");
      const codes = reader.take(16).reduce((sum, count) => sum + count, 0);
      if (codes > 256) throw new ImageFault("damaged");
      reader.take(codes);
    } while (reader.left > 0);
  },
  [DRI](reader: ByteReader): void {
    if (reader.left !== 2) throw new ImageFault("damaged");
  },
};

/** The coded data of a scan: it ends at the first marker that is neither a stuffed zero nor a restart. */
function takeEntropyCodedData(bytes: Uint8Array, reader: ByteReader): Uint8Array {
  const from = reader.at;
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    const code = at < 0 ? undefined : bytes[at + 1];
    if (code === undefined) throw new ImageFault("damaged");
    const isData = code === 0 || (code >= 0xd0 && code <= 0xd7);
    if (!isData) break;
    at += 2;
  }
  if (at === from) throw new ImageFault("damaged");
  return reader.take(at - from);
}

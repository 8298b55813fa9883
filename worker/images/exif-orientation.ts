import { ByteReader } from "./byte-reader.ts";
import { ImageFault } from "./image-fault.ts";

/**
 * The orientation is the only EXIF value that is kept: without it, a picture that was taken with a turned camera is shown
 * lying down. It is read as a number and written anew, so that nothing else of the EXIF data is copied.
 *
 * Source: CIPA DC-008 (EXIF 3.0) sections 4.5.2 to 4.6.4; PNG eXIf: W3C PNG, third edition, section 11.3.3.4
 */

const ORIENTATION = 0x0112;
const SHORT = 3;
const UPRIGHT = 1;

/**
 * Reads the orientation of EXIF data.
 * @param data a TIFF structure; some programs write the head of a JPEG's segment before it
 * @returns 2 to 8; null for an upright picture and for data without a valid orientation
 */
export function orientationOf(data: Uint8Array): number | null {
  const tiff = isExifSegment(data) ? data.subarray(EXIF_HEAD.length) : data;
  try {
    return readOrientation(tiff);
  } catch (error) {
    // Nothing else in a picture depends on its EXIF data, so damage to it does not matter.
    if (error instanceof ImageFault) return null;
    throw error;
  }
}

function readOrientation(tiff: Uint8Array): number | null {
  const order = String.fromCharCode(...tiff.subarray(0, 2));
  if (order !== "MM" && order !== "II") return null;
  const isLittle = order === "II";
  const uint16 = (reader: ByteReader) => (isLittle ? reader.uint16LittleEndian() : reader.uint16());
  const uint32 = (reader: ByteReader) => (isLittle ? reader.uint32LittleEndian() : reader.uint32());

  const head = new ByteReader(tiff.subarray(2));
  if (uint16(head) !== 42) return null;
  const fields = new ByteReader(tiff.subarray(uint32(head)));
  for (let left = uint16(fields); left > 0; left--) {
    const field = new ByteReader(fields.take(12));
    if (uint16(field) !== ORIENTATION) continue;
    const isOneShort = uint16(field) === SHORT && uint32(field) === 1;
    const value = uint16(field);
    return isOneShort && value > UPRIGHT && value <= 8 ? value : null;
  }
  return null;
}

/** EXIF data with an orientation and nothing else. @param orientation 2 to 8 */
export function exifData(orientation: number): Uint8Array {
  const head = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const field = [ORIENTATION >> 8, ORIENTATION & 255, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0];
  const noFurtherFields = [0, 0, 0, 0];
  return Uint8Array.of(...head, 0, 1, ...field, ...noFurtherFields);
}

/** The beginning of EXIF data in a segment of a JPEG: `Exif` and two zeros. */
export const EXIF_HEAD = Uint8Array.of(0x45, 0x78, 0x69, 0x66, 0, 0);

/** Whether an application segment of a JPEG has EXIF data. */
export function isExifSegment(payload: Uint8Array): boolean {
  return EXIF_HEAD.every((byte, i) => payload[i] === byte);
}

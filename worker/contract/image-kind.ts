/** The content types of images that are accepted. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
/** One of {@link IMAGE_TYPES}. */
export type ImageType = (typeof IMAGE_TYPES)[number];

/**
 * The kind of a file by its first bytes, whatever its name and declared type are.
 *
 * @returns an accepted type; `heic` for the photographs of iPhones, which are refused by name; null for everything else
 * Source: ISO/IEC 23008-12 annex B, and the registered brands of mp4ra.org, for HEIC
 */
export function imageKindOf(bytes: Uint8Array): ImageType | "heic" | null {
  const has = (at: number, magic: string) => [...magic].every((char, i) => bytes[at + i] === char.charCodeAt(0));
  if (has(0, "\xff\xd8\xff")) return "image/jpeg";
  if (has(0, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (has(0, "RIFF") && has(8, "WEBP")) return "image/webp";
  return has(4, "ftyp") && isHeic(bytes) ? "heic" : null;
}

const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]);

/** Whether one of the file's brands is HEIC: its own, or one of those it is compatible with; `mif1` alone may be AVIF. */
function isHeic(bytes: Uint8Array): boolean {
  const [high = 0, middle = 0, low = 0, last = 0] = bytes;
  const end = Math.min(bytes.length, high * 2 ** 24 + (middle << 16) + (low << 8) + last, BRANDS_BYTES_MAX);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (HEIC_BRANDS.has(String.fromCharCode(...bytes.subarray(at, at + 4)))) return true;
  }
  return false;
}

const BRANDS_BYTES_MAX = 256;

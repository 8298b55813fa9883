import { AppError } from "../contract/errors.ts";
import { IMAGE } from "../contract/limits.ts";
import type { CleanImage } from "./clean-image.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanWebp } from "./clean-webp.ts";
import { IMAGE_FAULT_TEXT, ImageFault } from "./image-fault.ts";

/** The content types that are accepted. */
export type ImageType = "image/jpeg" | "image/png" | "image/webp";

/** An image that may be stored and served: its type by its content, and its rewritten bytes. */
export type InspectedImage = CleanImage & { contentType: ImageType };

/**
 * Parses the bytes of an alleged image completely and returns the still image in them (JPEG, PNG or WebP), without
 * anything a viewer does not need. SVG is a document and never accepted.
 *
 * @param bytes as received, decoded
 * @param field the input's name in the request, for the error
 * @throws AppError `invalid_input`
 * Source: `security.md` section 6, rules 1 and 2
 */
export function inspectImage(bytes: Uint8Array, field: string): InspectedImage {
  try {
    if (bytes.length >= IMAGE.bytesLimit) throw new ImageFault("too_large");
    return cleanByContent(bytes);
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error;
    throw new AppError("invalid_input", IMAGE_FAULT_TEXT[error.reason], { field });
  }
}

function cleanByContent(bytes: Uint8Array): InspectedImage {
  if (hasAt(bytes, 0, "\xff\xd8\xff")) return { contentType: "image/jpeg", ...cleanJpeg(bytes) };
  if (hasAt(bytes, 0, "\x89PNG\r\n\x1a\n")) return { contentType: "image/png", ...cleanPng(bytes) };
  if (hasAt(bytes, 0, "RIFF") && hasAt(bytes, 8, "WEBP")) return { contentType: "image/webp", ...cleanWebp(bytes) };
  throw new ImageFault("not_an_image");
}

function hasAt(bytes: Uint8Array, from: number, magic: string): boolean {
  return [...magic].every((char, i) => bytes[from + i] === char.charCodeAt(0));
}

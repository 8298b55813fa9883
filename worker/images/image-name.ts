import type { ImageType } from "../contract/image-kind.ts";
import { randomToken } from "../platform/secrets.ts";

const EXTENSIONS: Record<ImageType, string> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

/** A new public name of an image: random, so that it cannot be guessed or enumerated. */
export function newFilename(contentType: ImageType): string {
  return `${randomToken()}.${EXTENSIONS[contentType]}`;
}

/** Returns true if a text has the form of an image's name. */
export function isFilename(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}\.(jpg|png|webp)$/.test(text);
}

/** The URL path of an image of one's own profile; null without one. */
export function imagePath(filename: string | null): string | null {
  return filename === null ? null : `/api/image/${filename}`;
}

/** The file name under which a browser saves the image: always the same, so that it reveals nothing. */
export function savedAs(contentType: ImageType): string {
  return `image.${EXTENSIONS[contentType]}`;
}

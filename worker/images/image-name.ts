import { randomToken } from "../platform/secrets.ts";
import type { ImageType } from "./inspect-image.ts";

const EXTENSIONS: Record<ImageType, string> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

/** The public name of an image: random, so that it can be neither guessed nor counted. */
export function newFilename(contentType: ImageType): string {
  return `${randomToken()}.${EXTENSIONS[contentType]}`;
}

export function isFilename(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}\.(jpg|png|webp)$/.test(text);
}

/** Where an image of one's own profile is served; null for none. */
export function imagePath(filename: string | null): string | null {
  return filename === null ? null : `/api/image/${filename}`;
}

/** What a browser that saves the image calls it: the same for all, so that it tells nothing. */
export function savedAs(contentType: ImageType): string {
  return `image.${EXTENSIONS[contentType]}`;
}

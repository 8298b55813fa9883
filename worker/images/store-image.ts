import { createHash } from "node:crypto";
import { AppError } from "../contract/errors.ts";
import type { ImageType } from "../contract/image-kind.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { isRefused } from "../platform/database-refusal.ts";
import { digestOf } from "../platform/digest-of-bytes.ts";
import { logFault } from "../platform/log.ts";
import { randomToken } from "../platform/secrets.ts";
import { callBucket } from "./call-bucket.ts";
import { newFilename } from "./image-name.ts";
import type { InspectedImage } from "./inspect-image.ts";

/** An image that is in the bucket and has no row yet: the columns that describe it. */
export type StoredImage = {
  filename: string;
  objectKey: string;
  contentType: ImageType;
  sizeBytes: number;
  widthPx: number;
  heightPx: number;
  digest: string;
};

/**
 * Puts images into the bucket, then runs the write that inserts their rows: a row always has its object. When the
 * database refuses the write, the objects are removed; when the outcome is unknown they stay, and the daily sweep
 * decides.
 *
 * @param write gets the stored images in the same order and inserts them (`insertOwnImage`, `insertImageForTrader`) in
 * the batch of the action
 * @throws AppError `service_down` when the bucket does not respond, and whatever the write throws
 */
export async function storeImages<T>(
  bucket: R2Bucket,
  images: readonly InspectedImage[],
  write: (stored: readonly StoredImage[]) => Promise<T>,
): Promise<T> {
  const stored = await Promise.all(images.map((image) => putObject(bucket, image)));
  try {
    return await write(stored);
  } catch (error) {
    const keys = stored.map(({ objectKey }) => objectKey);
    if (isRefused(error)) await removeObjects(bucket, keys);
    throw error;
  }
}

async function putObject(bucket: R2Bucket, image: InspectedImage): Promise<StoredImage> {
  const { bytes, contentType, widthPx, heightPx } = image;
  const objectKey = randomToken();
  await callBucket(bucket.put(objectKey, bytes, { httpMetadata: { contentType } })).catch((error: unknown) => {
    logFault(error);
    throw new AppError("service_down", ERROR_TEXT.service_down);
  });
  return {
    filename: newFilename(contentType),
    objectKey,
    contentType,
    sizeBytes: bytes.length,
    widthPx,
    heightPx,
    digest: digestOf(bytes),
  };
}

/** Returns true if an object in the bucket is exactly this image; false when the bucket does not respond. */
export async function isStoredAs(bucket: R2Bucket, objectKey: string, { bytes }: InspectedImage): Promise<boolean> {
  const object = await callBucket(bucket.head(objectKey)).catch(() => null);
  return object?.checksums.toJSON().md5 === createHash("md5").update(bytes).digest("hex");
}

/** Removes objects that no longer have a row. The daily sweep retries what fails. */
export async function removeObjects(bucket: R2Bucket, objectKeys: readonly string[]): Promise<void> {
  if (objectKeys.length === 0) return;
  try {
    await callBucket(bucket.delete([...objectKeys]));
  } catch (error) {
    logFault(error);
  }
}

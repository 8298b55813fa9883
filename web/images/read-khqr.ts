import type { KhqrOwner } from "../../worker/contract/khqr-fields.ts";

/**
 * Reads whose payment code an image is, in the browser. What reads codes is loaded by the first call.
 * @param src its path or data URL, as an image element takes it
 * @returns null where no KHQR code can be read in it, the image cannot be loaded, or what reads codes cannot
 */
export async function readKhqr(src: string): Promise<KhqrOwner | null> {
  try {
    const [{ ownerInImage }, bitmap] = await Promise.all([import("./khqr-in-image.ts"), loadBitmap(src)]);
    try {
      return ownerInImage(bitmap);
    } finally {
      bitmap.close();
    }
  } catch {
    return null;
  }
}

/** The content security policy forbids fetching a data URL. */
async function loadBitmap(src: string): Promise<ImageBitmap> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return await createImageBitmap(image);
}

import { IMAGE } from "../../worker/contract/limits.ts";
import { readKhqr } from "../images/read-khqr.ts";
import { shrinkImage, UnreadableImage } from "../images/shrink-image.ts";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";

/** An image that was chosen and is not uploaded yet. */
export type ChosenImage = {
  name: string;
  /** The JPEG to upload, scaled down and without the camera's metadata. */
  dataUrl: string;
  /** The name that was read in the code, which only fills the form: who reviews a withdrawal reads the code anew. Null where none was. */
  codeName: string | null;
};

/** Reads a file as the new payment code, and the name in it. @returns an error message for the user when it is not a valid image */
export async function chooseImage(file: File): Promise<ChosenImage | { problem: string }> {
  if (file.size >= IMAGE.bytesLimit) return { problem: text.tooLarge };
  try {
    const dataUrl = await shrinkImage(file);
    return { name: file.name, dataUrl, codeName: (await readKhqr(dataUrl))?.name ?? null };
  } catch (error) {
    if (error instanceof UnreadableImage) return { problem: error.words ?? text.selectImage };
    throw error;
  }
}

/** Decodes the image's data URL; the content security policy forbids fetching data URLs. */
export function bytesOf({ dataUrl }: ChosenImage): Uint8Array<ArrayBuffer> {
  const base64 = dataUrl.slice(dataUrl.indexOf(",") + 1);
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

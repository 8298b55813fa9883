import { IMAGE } from "../../worker/contract/limits.ts";
import { shrinkImage, UnreadableImage } from "../images/shrink-image.ts";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";

/** An image that was chosen and is not sent yet. */
export type ChosenImage = {
  /** As the person calls it. */
  name: string;
  /** What will be sent: a JPEG made small, without what the camera wrote into it. */
  dataUrl: string;
};

/**
 * Takes a file as the new payment code.
 * @returns the words for the person when it cannot be one
 */
export async function chooseImage(file: File): Promise<ChosenImage | { problem: string }> {
  if (!file.type.startsWith("image/")) return { problem: text.selectImage };
  if (file.size >= IMAGE.bytesLimit) return { problem: text.tooLarge };
  try {
    return { name: file.name, dataUrl: await shrinkImage(file) };
  } catch (error) {
    if (error instanceof UnreadableImage) return { problem: text.selectImage };
    throw error;
  }
}

/** What is in it. The page's policy lets nothing fetch a data URL. */
export function bytesOf({ dataUrl }: ChosenImage): Uint8Array<ArrayBuffer> {
  const base64 = dataUrl.slice(dataUrl.indexOf(",") + 1);
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

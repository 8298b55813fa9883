import { downloadBlob } from "./download-blob.ts";

/** Some phones cannot draw a larger canvas. */
const PIXELS_MAX = 16_000_000;
const QUALITY = 0.92;

/**
 * Saves a displayed image as a JPEG, redrawn with its rotation, on white where it is transparent.
 * @param name file name without extension
 * @throws Error when the browser cannot create the image
 */
export async function saveAsJpg(image: HTMLImageElement, quarterTurns: number, name: string): Promise<void> {
  const { naturalWidth, naturalHeight } = image;
  const scale = Math.min(1, Math.sqrt(PIXELS_MAX / (naturalWidth * naturalHeight)));
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  const isTurned = quarterTurns % 2 === 1;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(isTurned ? height : width);
  canvas.height = Math.round(isTurned ? width : height);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("the browser has no canvas");
  pen.fillStyle = "#FFFFFF";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((quarterTurns % 4) * (Math.PI / 2));
  pen.drawImage(image, -width / 2, -height / 2, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!blob) throw new Error("the browser made no JPEG");
  downloadBlob(blob, `${name}.jpg`);
}

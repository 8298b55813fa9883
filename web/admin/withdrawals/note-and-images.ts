import type { SentImage } from "./withdrawal-types.ts";

/** Maximum number of images besides the proof; all of them fit into one request. */
export const IMAGES_MAX = 4;

/** Notes and images for the trader, as the request body has them: empty ones are omitted. */
export function notesAndImages(notes: string, images: readonly SentImage[]): { notes?: string; images?: SentImage[] } {
  const note = notes.trim();
  return { ...(note ? { notes: note } : {}), ...(images.length > 0 ? { images: [...images] } : {}) };
}

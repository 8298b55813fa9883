import type { SentImage } from "./withdrawal-types.ts";

/** Besides the proof; with it they still fit into one request. */
export const IMAGES_MAX = 4;

/** What an act tells the trader, as it is sent: what is empty is left out. */
export function wordsAndImages(notes: string, images: readonly SentImage[]): { notes?: string; images?: SentImage[] } {
  const words = notes.trim();
  return { ...(words ? { notes: words } : {}), ...(images.length > 0 ? { images: [...images] } : {}) };
}

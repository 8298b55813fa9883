/**
 * A name in the form in which a search compares it: letters and digits alone, in lower case and without marks. In Khmer
 * the marks are vowels and signs, which are written in several orders and often left out; of Latin letters they are
 * accents. Without spaces, as Khmer is written with and without them between names.
 */
export function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

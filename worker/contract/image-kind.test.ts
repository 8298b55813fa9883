import { expect, test } from "bun:test";
import { SAMPLE_IMAGES as SAMPLE } from "../../dev/sample-images.ts";
import { imageKindOf } from "./image-kind.ts";

const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const brands = (...names: string[]) =>
  ascii(
    `\0\0\0${String.fromCharCode(12 + 4 * names.length)}ftyp${names[0]}\0\0\0\0${names.slice(1).join("")}\0\0\0\0meta`,
  );

test.each([
  ["a JPEG", SAMPLE.jpeg, "image/jpeg"],
  ["a PNG", SAMPLE.png, "image/png"],
  ["a WebP", SAMPLE.webp, "image/webp"],
  ["an iPhone's photograph", brands("heic", "mif1", "heic"), "heic"],
  ["a HEIC that is called MIF1 first", brands("mif1", "mif1", "heix"), "heic"],
  ["an AVIF", brands("avif", "mif1", "miaf"), null],
  ["a video", brands("isom", "mp42"), null],
  ["a sound in a RIFF", ascii("RIFF\0\0\0\0WAVE"), null],
  ["a GIF", SAMPLE.gif, null],
  ["text", ascii("heic ftyp heic"), null],
  ["one byte", Uint8Array.of(0xff), null],
  ["nothing", new Uint8Array(), null],
] as const)("%s is known by its bytes", (_, bytes, kind) => {
  expect(imageKindOf(bytes)).toBe(kind);
});

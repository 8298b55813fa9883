import { afterEach, beforeEach } from "bun:test";

/** The result of drawing any image on a test canvas. */
export const DRAWN = `data:image/jpeg;base64,${btoa("a small jpeg")}`;

/** A file that begins as a JPEG, with the name and the type that a system gives it. */
export function jpegFile(name: string, { bytes = 100, type = "image/jpeg" } = {}): File {
  const content = new Uint8Array(bytes);
  content.set([0xff, 0xd8, 0xff]);
  return new File([content], name, { type });
}

/** The beginning of a photograph as iPhones take them. */
export function heicFile(name: string, type = "image/heic"): File {
  return new File(["\0\0\0\x18ftypheic\0\0\0\0mif1heic"], name, { type });
}

/** The content of a test image, once it is decoded. */
export type TestImage = { width: number; height: number; brightnessAt: (x: number, y: number) => number };

/** A sharp printed card, as large as a camera's photograph. */
export const SHARP_CARD: TestImage = {
  width: 4_000,
  height: 3_000,
  brightnessAt: (x, y) => (y % 10 < 3 && (x * 7) % 11 < 5 ? 30 : 220),
};

/**
 * Lets every test of the file decode and draw images, which happy-dom does not; journeys check a browser's own canvas
 * in Chromium.
 */
export function drawnImages(): { shows: (image: TestImage) => void; cannotBeRead: () => void } {
  let image: TestImage | null = SHARP_CARD;
  const { getContext, toDataURL } = HTMLCanvasElement.prototype;
  beforeEach(() => {
    image = SHARP_CARD;
    const decode = async () => {
      if (!image) throw new DOMException("The source image could not be decoded", "InvalidStateError");
      return { width: image.width, height: image.height, close: () => {} };
    };
    Object.assign(globalThis, { createImageBitmap: decode });
    const getImageData = (_x: number, _y: number, width: number, height: number) => ({
      width,
      height,
      data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => {
        const pixel = i >> 2;
        return image?.brightnessAt(pixel % width, Math.floor(pixel / width)) ?? 0;
      }),
    });
    Object.assign(HTMLCanvasElement.prototype, {
      getContext: () => ({ fillRect: () => {}, drawImage: () => {}, getImageData }),
      toDataURL: () => DRAWN,
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "createImageBitmap");
    Object.assign(HTMLCanvasElement.prototype, { getContext, toDataURL });
  });
  return {
    shows: (next) => {
      image = next;
    },
    cannotBeRead: () => {
      image = null;
    },
  };
}

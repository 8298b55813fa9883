import { describe, expect, test } from "bun:test";
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { SAMPLE_IMAGES as SAMPLE } from "../../dev/sample-images.ts";
import { fc } from "../../web/test/property.ts";
import { AppError } from "../contract/errors.ts";
import { inspectImage } from "./inspect-image.ts";

const join = (...parts: ReadonlyArray<Uint8Array | string>) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part))));
/** The bytes with others written over them from a position on. */
const overwrite = (bytes: Uint8Array, at: number, ...values: number[]) => {
  const changed = bytes.slice();
  changed.set(values, at);
  return changed;
};
/** The position of a run of bytes, which must exist. */
const find = (bytes: Uint8Array, wanted: Uint8Array | string) => {
  const at = Buffer.from(bytes).indexOf(wanted);
  if (at < 0) throw new Error("the sample does not have it");
  return at;
};
const jpegAt = (marker: number, bytes: Uint8Array = SAMPLE.jpeg) => find(bytes, Uint8Array.of(0xff, marker));
const refusal = (bytes: Uint8Array) => {
  try {
    inspectImage(bytes, "photo");
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, field: error.field, message: error.message };
    throw error;
  }
  return null;
};

const pngChunk = (type: string, data: Uint8Array = new Uint8Array()) => {
  const body = join(type, data);
  const whole = new Uint8Array(body.length + 8);
  new DataView(whole.buffer).setUint32(0, data.length);
  whole.set(body, 4);
  new DataView(whole.buffer).setUint32(whole.length - 4, crc32(body));
  return whole;
};
const pngHeader = (change: {
  width?: number;
  height?: number;
  depth?: number;
  colour?: number;
  interlace?: number;
}) => {
  const { width = 16, height = 16, depth = 8, colour = 0, interlace = 0 } = change;
  const data = new Uint8Array(13);
  new DataView(data.buffer).setUint32(0, width);
  new DataView(data.buffer).setUint32(4, height);
  data.set([depth, colour, 0, 0, interlace], 8);
  return pngChunk("IHDR", data);
};
const SIGNATURE = SAMPLE.png.slice(0, 8);
const PIXELS = pngChunk("IDAT", new Uint8Array(deflateSync(new Uint8Array(16 * 17))));
const IEND = pngChunk("IEND");
const png = (...chunks: Uint8Array[]) => join(SIGNATURE, ...chunks);

const webp = (...chunks: Uint8Array[]) => {
  const body = join("WEBP", ...chunks);
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, body.length, true);
  return join("RIFF", size, body);
};
const webpChunk = (type: string, data: Uint8Array) => {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, data.length, true);
  return join(type, size, data, new Uint8Array(data.length % 2));
};
/** The data of a chunk of a sample. */
const webpData = (bytes: Uint8Array, type: string) => {
  const at = find(bytes, type);
  const length = new DataView(bytes.buffer).getUint32(at + 4, true);
  return bytes.slice(at + 8, at + 8 + length);
};
const LOSSY = webpData(SAMPLE.webp, "VP8 ");
const LOSSLESS = webpData(SAMPLE.losslessWebp, "VP8L");

/** EXIF data as cameras write it: the maker, then the orientation, then a secret. */
const exif = (orientation: number, { isLittle = false, type = 3, isCut = false } = {}) => {
  const bytes = new Uint8Array(8 + 2 + 2 * 12 + 4 + 8);
  const view = new DataView(bytes.buffer);
  bytes.set(join(isLittle ? "II" : "MM"), 0);
  const fields = [
    [0x010f, 2, 8, 38 * 65_536],
    [0x0112, type, 1, isLittle ? orientation : orientation * 65_536],
  ];
  view.setUint16(2, 42, isLittle);
  view.setUint32(4, 8, isLittle);
  view.setUint16(8, fields.length, isLittle);
  for (const [i, [tag = 0, kind = 0, count = 0, value = 0]] of fields.entries()) {
    view.setUint16(10 + i * 12, tag, isLittle);
    view.setUint16(12 + i * 12, kind, isLittle);
    view.setUint32(14 + i * 12, count, isLittle);
    view.setUint32(18 + i * 12, value, isLittle);
  }
  bytes.set(join("secret!\0"), 38);
  return isCut ? bytes.slice(0, 25) : bytes;
};
/** The EXIF data of an orientation alone, as it is written, in hexadecimal digits. */
const ORIENTED = /4d4d002a0000000800010112000300000001000([2-8])000000000000/g;
/** The same after what a segment or chunk of EXIF data begins with: `Exif`, `eXIf` and `EXIF`. */
const ORIENTED_PART = new RegExp(`(?:457869660000|65584966|455849461a000000)${ORIENTED.source}`);
/** The same picture with EXIF data, in each format. */
const WITH_EXIF = {
  JPEG: (data: Uint8Array) => {
    const payload = join("Exif\0\0", data);
    const segment = join(Uint8Array.of(0xff, 0xe1, 0, payload.length + 2), payload);
    return join(SAMPLE.greyJpeg.slice(0, 20), segment, SAMPLE.greyJpeg.slice(20));
  },
  PNG: (data: Uint8Array) => png(pngHeader({}), PIXELS, pngChunk("eXIf", data), IEND),
  WebP: (data: Uint8Array) =>
    webp(
      webpChunk("VP8X", Uint8Array.of(8, 0, 0, 0, 19, 0, 0, 15, 0, 0)),
      webpChunk("VP8 ", LOSSY),
      webpChunk("EXIF", data),
    ),
};

describe.each(["JPEG", "PNG", "WebP"] as const)("a turned picture (%s)", (format) => {
  const cleaned = (data: Uint8Array) => inspectImage(WITH_EXIF[format](data), "photo");
  const orientations = (bytes: Uint8Array) =>
    Array.from(Buffer.from(bytes).toString("hex").matchAll(ORIENTED), ([, orientation]) => Number(orientation));

  test.each([2, 3, 4, 5, 6, 7, 8])("keeps orientation %i in either order of bytes, and nothing else", (orientation) => {
    for (const isLittle of [false, true]) {
      const image = cleaned(exif(orientation, { isLittle }));
      expect(orientations(image.bytes)).toEqual([orientation]);
      expect(Buffer.from(image.bytes).toString("latin1")).not.toMatch(/secret/);
      expect(inspectImage(image.bytes, "photo")).toEqual(image);
      expect(image.bytes.length).toBe(cleaned(exif(1)).bytes.length + { JPEG: 36, PNG: 38, WebP: 52 }[format]);
    }
  });

  test.each([
    ["an upright picture", exif(1)],
    ["an orientation that there is not", exif(9)],
    ["an orientation of 0", exif(0)],
    ["an orientation that is text", exif(6, { type: 2 })],
    ["EXIF data that is cut off", exif(6, { isCut: true })],
    ["EXIF data that begins with something else", join("secret")],
    ["no EXIF data at all", new Uint8Array()],
  ])("is taken without one where it has %s", (_, data) => {
    const { bytes } = cleaned(data);
    expect(Buffer.from(bytes).toString("latin1")).not.toMatch(/exif|secret/i);
  });
});

test("a WebP's EXIF data may begin as that of a JPEG; its transparency stays", () => {
  const canvas = webpChunk("VP8X", Uint8Array.of(0x18, 0, 0, 0, 19, 0, 0, 15, 0, 0));
  const alpha = webpChunk("ALPH", webpData(SAMPLE.alphaWebp, "ALPH"));
  const picture = webpChunk("VP8 ", webpData(SAMPLE.alphaWebp, "VP8 "));
  const turned = inspectImage(webp(canvas, alpha, picture, webpChunk("EXIF", join("Exif\0\0", exif(8)))), "photo");
  const [flags] = webpData(turned.bytes, "VP8X");
  expect([flags, find(turned.bytes, "ALPH"), webpData(turned.bytes, "EXIF")[19]]).toEqual([0x18, 30, 8]);
});

describe("a still image", () => {
  test.each([
    ["jpeg", "image/jpeg"],
    ["progressiveJpeg", "image/jpeg"],
    ["cmykJpeg", "image/jpeg"],
    ["greyJpeg", "image/jpeg"],
    ["restartJpeg", "image/jpeg"],
    ["png", "image/png"],
    ["palettePng", "image/png"],
    ["webp", "image/webp"],
    ["losslessWebp", "image/webp"],
    ["alphaWebp", "image/webp"],
  ] as const)("(%s) is known by its content, measured, and its own copy is itself", (name, contentType) => {
    const image = inspectImage(SAMPLE[name], "photo");
    expect(image).toMatchObject({ contentType, widthPx: 20, heightPx: 16 });
    expect(image.bytes.length).toBeLessThanOrEqual(SAMPLE[name].length);
    expect(inspectImage(image.bytes, "photo")).toEqual(image);
  });

  test("with nothing to remove stays unchanged", () => {
    for (const name of ["progressiveJpeg", "cmykJpeg", "palettePng", "losslessWebp", "alphaWebp"] as const) {
      expect(inspectImage(SAMPLE[name], "photo").bytes).toEqual(SAMPLE[name]);
    }
  });

  test.each(["jpeg", "png", "webp"] as const)("(%s) loses its comments, locations and devices", (name) => {
    expect(Buffer.from(SAMPLE[name]).toString("latin1")).toMatch(/secret/);
    const digits = Buffer.from(inspectImage(SAMPLE[name], "photo").bytes).toString("hex");
    const text = Buffer.from(digits.replace(ORIENTED_PART, ""), "hex").toString("latin1");
    expect(text).not.toMatch(/secret|exif|xmp|Maker|tEXt|iTXt|pHYs/i);
  });

  test.each(["jpeg", "png", "webp"] as const)("(%s) is cut after its end, whatever follows", (name) => {
    const clean = inspectImage(SAMPLE[name], "photo");
    for (const tail of ["<script>alert(1)</script>", "PK\x03\x04", SAMPLE.jpeg, "\0"]) {
      expect(inspectImage(join(SAMPLE[name], tail), "photo")).toEqual(clean);
    }
  });

  test("keeps the header that defines its colours, without the thumbnail in it", () => {
    const payload = join("JFIF\0", Uint8Array.of(1, 1, 0, 0, 1, 0, 1, 1, 1), "<b>");
    const jfif = join(Uint8Array.of(0xff, 0xe0, 0, payload.length + 2), payload);
    const image = inspectImage(join(SAMPLE.greyJpeg.slice(0, 2), jfif, SAMPLE.greyJpeg.slice(20)), "photo");
    expect(image.bytes).toEqual(inspectImage(SAMPLE.greyJpeg, "photo").bytes);
  });

  test("may have source code in its header, which is removed", () => {
    const trick = join(Uint8Array.of(0xff, 0xe0, 0x00, 0x2f), "*/=alert(1)/*".padEnd(45));
    const image = inspectImage(join(SAMPLE.jpeg.slice(0, 2), trick, SAMPLE.jpeg.slice(2)), "photo");
    expect(Buffer.from(image.bytes).toString("latin1")).not.toContain("alert");
  });

  test("may have 16 to 8,000 pixels per side and 25 megapixels", () => {
    for (const [width, height] of [
      [16, 16],
      [8_000, 16],
      [16, 8_000],
      [5_000, 5_000],
    ] as const) {
      const image = inspectImage(png(pngHeader({ width, height }), PIXELS, IEND), "photo");
      expect([image.widthPx, image.heightPx]).toEqual([width, height]);
    }
  });

  test("may be just under 5 MiB", () => {
    const filler = pngChunk("tEXt", new Uint8Array(5_242_879 - png(pngHeader({}), PIXELS, IEND).length - 12));
    const bytes = png(pngHeader({}), filler, PIXELS, IEND);
    expect(bytes.length).toBe(5_242_879);
    expect(inspectImage(bytes, "photo").bytes.length).toBeLessThan(200);
    expect(refusal(join(bytes, "."))?.message).toBe("File size must be less than 5MB");
  });
});

const NOT_AN_IMAGE = "Please select an image file";
const HEIC =
  "This is a HEIC photo, which is not accepted. Send it as a JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible and take it again, or take a screenshot of it.";
const DAMAGED = "This image is damaged or incomplete. Please choose another one.";
const MOVING = "Moving images are not accepted. Please choose a still one.";
const UNUSUAL = "This kind of image is not accepted. Please save it as a common JPEG, PNG or WebP.";
const DIMENSIONS = "An image must have 16 to 8,000 pixels a side, and 25 megapixels at most";

const SOF = jpegAt(0xc0);
const SOS = jpegAt(0xda);
const DHT = jpegAt(0xc4);
const DQT = jpegAt(0xdb);

describe.each<[string, ReadonlyArray<readonly [string, Uint8Array]>]>([
  [
    NOT_AN_IMAGE,
    [
      ["nothing at all", new Uint8Array()],
      ["one byte", Uint8Array.of(0xff)],
      ["SVG", join('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
      ["SVG behind a declaration", join('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
      ["a page", join("<!doctype html><script>alert(1)</script>")],
      ["an HTML page followed by an image", join("<!doctype html>", SAMPLE.jpeg)],
      ["GIF", SAMPLE.gif],
      ["a GIF's head on a JPEG", join("GIF89a", SAMPLE.jpeg)],
      ["PDF", join("%PDF-1.7\n", SAMPLE.jpeg)],
      ["an archive", join("PK\x03\x04", SAMPLE.png)],
      ["a sound in a RIFF", overwrite(SAMPLE.webp, 8, 0x57, 0x41, 0x56, 0x45)],
      ["zeros", new Uint8Array(10_000)],
    ],
  ],
  [HEIC, [["an iPhone's photograph", join("\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x10meta")]]],
  [
    "File size must be less than 5MB",
    [
      ["a JPEG of 5 MiB", join(SAMPLE.jpeg, new Uint8Array(5_242_880 - SAMPLE.jpeg.length))],
      ["5 MiB of nothing", new Uint8Array(5_242_880)],
    ],
  ],
  [
    MOVING,
    [
      ["an animated PNG", SAMPLE.movingPng],
      ["an animated WebP", SAMPLE.movingWebp],
      [
        "a WebP with the animation flag",
        webp(webpChunk("VP8X", Uint8Array.of(2, 0, 0, 0, 19, 0, 0, 15, 0, 0)), webpChunk("VP8 ", LOSSY)),
      ],
    ],
  ],
  [
    DIMENSIONS,
    [
      ["a JPEG that claims 65,500 pixels a side", overwrite(SAMPLE.jpeg, SOF + 5, 0xff, 0xdc, 0xff, 0xdc)],
      ["a JPEG of 8,001 pixels", overwrite(SAMPLE.jpeg, SOF + 5, 0x1f, 0x41)],
      ["a JPEG of 15 pixels", overwrite(SAMPLE.jpeg, SOF + 5, 0, 15)],
      ["a JPEG whose height comes later", overwrite(SAMPLE.jpeg, SOF + 5, 0, 0)],
      ["a PNG of 2^31 pixels a side", png(pngHeader({ width: 2 ** 31, height: 2 ** 31 }), PIXELS, IEND)],
      ["a PNG of more than 25 megapixels", png(pngHeader({ width: 5_001, height: 5_000 }), PIXELS, IEND)],
      ["a PNG of no height", png(pngHeader({ height: 0 }), PIXELS, IEND)],
      ["a lossy WebP of 16,383 pixels", webp(webpChunk("VP8 ", overwrite(LOSSY, 6, 0xff, 0x3f)))],
      [
        "a lossless WebP of 16,384 pixels a side",
        webp(webpChunk("VP8L", overwrite(LOSSLESS, 1, 0xff, 0xff, 0xff, 0x0f))),
      ],
    ],
  ],
  [
    UNUSUAL,
    [
      ["a JPEG in arithmetic coding", overwrite(SAMPLE.jpeg, SOF, 0xff, 0xc9)],
      ["a lossless JPEG", overwrite(SAMPLE.jpeg, SOF, 0xff, 0xc3)],
      ["a JPEG of 12 bits", overwrite(SAMPLE.jpeg, SOF + 4, 12)],
      ["a JPEG with a second start marker", join(SAMPLE.jpeg.slice(0, SOS), SAMPLE.jpeg)],
      ["a JPEG with a marker that no common one has", overwrite(SAMPLE.jpeg, DQT, 0xff, 0xdc)],
      [
        "a JPEG of ten thousand segments",
        join(
          SAMPLE.jpeg.slice(0, 2),
          ...Array<Uint8Array>(10_001).fill(Uint8Array.of(0xff, 0xfe, 0, 2)),
          SAMPLE.jpeg.slice(2),
        ),
      ],
      ["a PNG with a chunk that decoders must know", png(pngHeader({}), pngChunk("ABCD"), PIXELS, IEND)],
      ["a PNG with two headers", png(pngHeader({}), pngHeader({}), PIXELS, IEND)],
    ],
  ],
  [
    DAMAGED,
    [
      ["a JPEG's first three bytes", SAMPLE.jpeg.slice(0, 3)],
      ["a JPEG without its end", SAMPLE.jpeg.slice(0, -2)],
      ["a JPEG cut in its scan", SAMPLE.jpeg.slice(0, SOS + 40)],
      ["a JPEG cut in a table", SAMPLE.jpeg.slice(0, DQT + 20)],
      ["a JPEG that ends before its scan", join(SAMPLE.jpeg.slice(0, SOS), Uint8Array.of(0xff, 0xd9))],
      ["a JPEG with two frames", join(SAMPLE.jpeg.slice(0, SOS), SAMPLE.jpeg.slice(SOF))],
      ["a JPEG with a scan before its frame", join(SAMPLE.jpeg.slice(0, 2), SAMPLE.jpeg.slice(SOS))],
      ["a JPEG with an empty scan", join(SAMPLE.jpeg.slice(0, SOS + 14), Uint8Array.of(0xff, 0xd9))],
      ["a JPEG whose scan is of an unknown component", overwrite(SAMPLE.jpeg, SOS + 5, 99)],
      ["a JPEG with text between its segments", join(SAMPLE.jpeg.slice(0, SOF), "text", SAMPLE.jpeg.slice(SOF))],
      ["a JPEG with a segment of length 1", overwrite(SAMPLE.jpeg, DQT + 2, 0, 1)],
      ["a JPEG with too many codes in a table", overwrite(SAMPLE.jpeg, DHT + 5, ...Array<number>(16).fill(255))],
      ["a JPEG with a fifth quantisation table", overwrite(SAMPLE.jpeg, DQT + 4, 4)],
      ["a JPEG with one component twice", overwrite(SAMPLE.jpeg, SOF + 13, 1)],
      ["a JPEG sampled five times", overwrite(SAMPLE.jpeg, SOF + 11, 0x51)],
      [
        "a JPEG of a thousand scans",
        join(
          SAMPLE.jpeg.slice(0, SOS),
          ...Array<Uint8Array>(1_000).fill(SAMPLE.jpeg.slice(SOS, -2)),
          Uint8Array.of(0xff, 0xd9),
        ),
      ],
      ["a PNG's signature", SIGNATURE],
      ["a PNG without its end", SAMPLE.png.slice(0, -12)],
      ["a PNG cut in its pixels", SAMPLE.png.slice(0, find(SAMPLE.png, "IDAT") + 20)],
      ["a PNG with a changed pixel", overwrite(SAMPLE.png, find(SAMPLE.png, "IDAT") + 20, 0, 1, 2)],
      ["a PNG that begins with something else", png(pngChunk("tEXt"), pngHeader({}), PIXELS, IEND)],
      ["a PNG without pixels", png(pngHeader({}), IEND)],
      [
        "a PNG whose pixels are no zlib stream",
        png(
          pngHeader({}),
          pngChunk(
            "IDAT",
            Uint8Array.from("just some text", (c) => c.charCodeAt(0)),
          ),
          IEND,
        ),
      ],
      ["a PNG whose IDAT chunks are not consecutive", png(pngHeader({}), PIXELS, pngChunk("tEXt"), PIXELS, IEND)],
      [
        "a PNG with a palette of 257 colours",
        png(pngHeader({ colour: 3 }), pngChunk("PLTE", new Uint8Array(771)), PIXELS, IEND),
      ],
      ["a PNG that lacks its palette", png(pngHeader({ colour: 3 }), PIXELS, IEND)],
      ["a PNG of 3 bits", png(pngHeader({ depth: 3 }), PIXELS, IEND)],
      ["a PNG of an unknown colour type", png(pngHeader({ colour: 5 }), PIXELS, IEND)],
      ["a PNG interlaced in an unknown way", png(pngHeader({ interlace: 2 }), PIXELS, IEND)],
      ["a PNG whose chunk is longer than the file", overwrite(SAMPLE.png, 33, 0x7f, 0xff, 0xff, 0xff)],
      ["a WebP that is shorter than it says", SAMPLE.webp.slice(0, -2)],
      ["a WebP without a picture", webp(webpChunk("XMP ", new Uint8Array(4)))],
      ["a WebP with two pictures", webp(webpChunk("VP8 ", LOSSY), webpChunk("VP8 ", LOSSY))],
      ["a WebP with a picture of either kind", webp(webpChunk("VP8 ", LOSSY), webpChunk("VP8L", LOSSLESS))],
      [
        "a WebP of another size than its canvas",
        webp(webpChunk("VP8X", Uint8Array.of(0, 0, 0, 0, 99, 0, 0, 15, 0, 0)), webpChunk("VP8 ", LOSSY)),
      ],
      [
        "a WebP with its canvas at the end",
        webp(webpChunk("VP8 ", LOSSY), webpChunk("VP8X", Uint8Array.of(0, 0, 0, 0, 19, 0, 0, 15, 0, 0))),
      ],
      [
        "a WebP whose first frame is not a key frame",
        webp(webpChunk("VP8 ", overwrite(LOSSY, 0, (LOSSY[0] ?? 0) | 1))),
      ],
      ["a WebP whose first part is longer than it", webp(webpChunk("VP8 ", overwrite(LOSSY, 1, 0xff, 0xff)))],
      ["a WebP of an unknown version", webp(webpChunk("VP8L", overwrite(LOSSLESS, 4, 0xe0)))],
      ["a WebP of nothing but transparency", webp(webpChunk("ALPH", new Uint8Array(20)))],
      ["a WebP packed in an unknown way", webp(webpChunk("ALPH", Uint8Array.of(3, 0)), webpChunk("VP8 ", LOSSY))],
    ],
  ],
])("%s", (message, cases) => {
  test.each(cases.map(([name, bytes]) => ({ name, bytes })))("refuses $name", ({ bytes }) => {
    expect(refusal(bytes)).toEqual({ code: "invalid_input", field: "photo", message });
  });
});

describe("arbitrary bytes", () => {
  const samples = fc.constantFrom(...Object.values(SAMPLE));
  const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 40 }), insert: fc.uint8Array({ maxLength: 40 }) });
  const isSound = (bytes: Uint8Array) => {
    try {
      const image = inspectImage(bytes, "photo");
      expect(inspectImage(image.bytes, "photo")).toEqual(image);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  };

  test("damaged samples are refused with the one error, or give a valid image", () => {
    fc.assert(
      fc.property(samples, fc.array(edit, { minLength: 1, maxLength: 6 }), (sample, edits) => {
        let bytes = sample;
        for (const { at, remove, insert } of edits) {
          const from = at % (bytes.length + 1);
          bytes = join(bytes.slice(0, from), insert, bytes.slice(from + remove));
        }
        isSound(bytes);
      }),
      { numRuns: 3_000 },
    );
  });

  test("and so is noise after a format's first bytes", () => {
    const heads = fc.constantFrom(
      SAMPLE.jpeg.slice(0, 2),
      SAMPLE.jpeg.slice(0, SOS + 14),
      SIGNATURE,
      png(pngHeader({})),
      SAMPLE.webp.slice(0, 12),
    );
    const noise = fc.uint8Array({ maxLength: 2_000, size: "max" });
    fc.assert(
      fc.property(heads, noise, (head, tail) => isSound(join(head, tail))),
      { numRuns: 2_000 },
    );
  });

  test("the worst 5 MiB take less than a second of CPU time", () => {
    const most = 5_242_000;
    const fill = (part: Uint8Array) => new Uint8Array(Buffer.alloc(most, part));
    const worst = [
      join(SAMPLE.jpeg.slice(0, 2), fill(Uint8Array.of(0xff, 0xfe, 0, 2))),
      join(SAMPLE.jpeg.slice(0, SOS + 14), fill(Uint8Array.of(0xff, 0))),
      join(SAMPLE.jpeg.slice(0, SOS + 14), fill(Uint8Array.of(0xff, 0xff))),
      join(SAMPLE.jpeg.slice(0, 2), fill(Uint8Array.of(0xff))),
      png(pngHeader({}), fill(pngChunk("tEXt"))),
      png(pngHeader({}), pngChunk("IDAT", new Uint8Array(most))),
      webp(fill(webpChunk("ABCD", new Uint8Array()))),
    ];
    for (const bytes of worst) {
      const before = process.cpuUsage();
      expect(refusal(bytes)).not.toBeNull();
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(1_000);
    }
  });
});

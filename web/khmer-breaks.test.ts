import { describe, expect, test } from "bun:test";
import { withKhmerBreaks } from "./khmer-breaks.ts";
import { fc } from "./test/property.ts";
import { sourceOf, translatedModules, translationOf } from "./test/translations.ts";

describe("line breaks in Khmer", () => {
  test("are allowed between words, and nowhere else", () => {
    expect(withKhmerBreaks("ប្រវត្តិជួញដូររបស់អ្នក")).toBe("ប្រវត្តិ\u200Bជួញដូរ\u200Bរបស់\u200Bអ្នក");
    expect(withKhmerBreaks("Total 12 · KHQR")).toBe("Total 12 · KHQR");
    expect(withKhmerBreaks("ចាប់ពី $10 ៛។")).toBe("ចាប់ពី $10 ៛។");
  });

  test("are not allowed inside compounds, which browsers would break too", () => {
    expect(withKhmerBreaks("ដាក់ប្រាក់ថ្ងៃនេះ")).toBe("ដាក់\u2060ប្រាក់\u200Bថ្ងៃ\u2060នេះ");
  });

  test("are around a word that the segmenter would join with the letters beside it", () => {
    expect(withKhmerBreaks("ជាគណនី")).toBe("ជា\u200Bគណនី");
    expect(withKhmerBreaks("អាចបដិសេធបាន")).toBe("អាច\u200Bបដិសេធ\u200Bបាន");
    // A minute, in which there is no "here".
    expect(withKhmerBreaks("នាទីនេះ")).toBe("នាទី\u200Bនេះ");
  });

  /** A mark after a coeng or before a sign, which stand on the letter before them. */
  const IN_CLUSTER = /\u17D2[\u200B\u2060]|[\u200B\u2060][\u17B4-\u17D3\u17DD]/;

  const expectWholeClusters = (text: string) => {
    const broken = withKhmerBreaks(text);
    expect(broken.replaceAll(/[\u200B\u2060]/g, "")).toBe(text);
    expect(broken).not.toMatch(IN_CLUSTER);
  };

  test.each([...translatedModules("km")])("are never inside a letter with its signs in %s", async (module) => {
    expectWholeClusters(await sourceOf(translationOf(module, "km")));
  });

  test("are never inside a letter with its signs, in any text", () => {
    const letter = fc.integer({ min: 0x1780, max: 0x17dd }).map((code) => String.fromCodePoint(code));
    const word = fc.constantFrom("ទីផ្សារ", "លេខកូដ", "ការ", "គណនី", " ", "$5");
    const text = fc.array(fc.oneof(letter, word), { maxLength: 24 }).map((parts) => parts.join(""));
    fc.assert(fc.property(text, expectWholeClusters), { numRuns: 2_000 });
  });
});

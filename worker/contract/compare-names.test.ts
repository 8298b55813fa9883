import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { compareNames, scriptOf } from "./compare-names.ts";

test.each([
  ["Pisey Nhem", "NHEM PISEY", "same", "order and case"],
  ["Pisey  Nhem ", "nhem, pisey", "same", "spaces and punctuation"],
  ["José-María Núñez", "JOSE MARIA NUNEZ", "same", "accents, and a hyphen"],
  ["Sean O’Neil", "ONEIL SEAN", "same", "an apostrophe"],
  ["Jörg Groß", "JORG GROSS", "same", "a letter without a decomposition"],
  ["Ｐisey Nhem", "Pisey Nhem", "same", "a full-width letter"],
  ["Nguyễn Văn Đạt", "NGUYEN VAN DAT", "same", "marks on marks, and a letter with a stroke"],
  ["NHEM SOPHAL", "Pisey Nhem", "differs", "another given name"],
  ["NHEM PISEY", "Pisey", "differs", "a word more"],
  ["Dara Dara Sok", "Sok Sok Dara", "differs", "a word twice"],
  ["Sok Dara", "Sokdara", "differs", "Latin words written as one"],
  ["Dara Sok 2", "Dara Sok", "differs", "a number"],
  ["ញ៉ែម ពិសី", "ពិសី ញ៉ែម", "same", "Khmer in another order"],
  ["ញ៉ែម\u200Bពិសី", "ញ៉ែម ពិសី", "same", "Khmer with an invisible space"],
  ["ញ៉ែមពិសី", "ញ៉ែម ពិសី", "same", "Khmer without a space"],
  ["ញ៉ែម ពិសី", "ញ៉ែម ពិសិ", "differs", "another Khmer vowel"],
  ["ញ៉ែម ពិសី", "NHEM PISEY", "not_compared", "Khmer and Latin"],
  ["NHEM ពិសី", "NHEM ពិសី", "not_compared", "a name in two scripts"],
  ["Рisey Nhem", "Pisey Nhem", "not_compared", "a Cyrillic letter that looks Latin"],
  ["សុខ\u0301", "សុខ", "not_compared", "a Latin mark on a Khmer letter"],
  ["陳大文", "陳大文", "not_compared", "a script that is not compared"],
  ["12 34", "12 34", "not_compared", "no letter"],
  ["", "", "not_compared", "nothing"],
] as const)("%j and %j: %s (%s)", (left, right, verdict) => {
  expect([compareNames(left, right).verdict, compareNames(right, left).verdict]).toEqual([verdict, verdict]);
});

test("the words that differ are marked as they are written, and counted", () => {
  expect(compareNames("NHEM SOPHAL", "Pisey Nhem")).toEqual({
    verdict: "differs",
    left: [
      { text: "NHEM", isSame: true },
      { text: "SOPHAL", isSame: false },
    ],
    right: [
      { text: "Pisey", isSame: false },
      { text: "Nhem", isSame: true },
    ],
    words: { same: 1, all: 2 },
  });
  expect(compareNames("ញ៉ែម", "Nhem").words).toBeNull();
});

const latinWord = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{1,8}$/);
const khmerWord = fc.stringMatching(/^[ក-អ][ក-អា-ៅ]{0,5}$/);
const shuffledPair = (word: fc.Arbitrary<string>) =>
  fc
    .array(word, { minLength: 1, maxLength: 5 })
    .chain((words) =>
      fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length, maxLength: words.length })),
    );

test("in one script order and case decide nothing and a word more decides; with another script nothing is ever compared", () => {
  fc.assert(
    fc.property(shuffledPair(latinWord), shuffledPair(khmerWord), ([words, shuffled], [khmer, turned]) => {
      const [latin, name] = [words.join(" "), khmer.join(" ")];
      expect(scriptOf(latin)).toBe("latin");
      expect(scriptOf(name)).toBe("khmer");
      expect(compareNames(latin, shuffled.join(", ").toUpperCase()).verdict).toBe("same");
      expect(compareNames(name, turned.join(" ")).verdict).toBe("same");
      expect(compareNames(latin, `${latin} X`).verdict).toBe("differs");
      expect(compareNames(name, `${name} ក`).verdict).toBe("differs");
      expect(compareNames(latin, name).verdict).toBe("not_compared");
      expect(compareNames(`${latin} ${name}`, `${latin} ${name}`).verdict).toBe("not_compared");
    }),
  );
});

import type { Translation } from "../../worker/contract/languages.ts";

export const formatText: Translation<typeof import("./format-text.ts").formatText> = {
  today: "ថ្ងៃនេះ",
  yesterday: "ម្សិលមិញ",
  units: { second: "វិនាទី", minute: "នាទី", hour: "ម៉ោង", day: "ថ្ងៃ" },
  riel: (amount) => `${amount} ៛`,
  fullStop: "។",
};

import type { Translation } from "../../worker/contract/languages.ts";

export const tellText: Translation<typeof import("./tell-text.ts").tellText> = {
  note: "កំណត់ចំណាំ",
  toReview: (count) => `ត្រូវពិនិត្យ ${count}`,
};

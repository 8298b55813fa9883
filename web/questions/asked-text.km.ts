import type { Translation } from "../../worker/contract/languages.ts";

export const askedText: Translation<typeof import("./asked-text.ts").askedText> = {
  failed: "មិនអាចផ្ទុកសំណួររបស់យើងទៅអ្នកបានទេ។",
};

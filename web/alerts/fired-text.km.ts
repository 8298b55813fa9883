import type { Translation } from "../../worker/contract/languages.ts";

export const firedText: Translation<typeof import("./fired-text.ts").firedText> = {
  headline: (symbol, what) => `${symbol} ${what}`,
  note: (note) => `«${note}»`,
  older: (count) => `មុននេះ ${count}`,
  open: (headline) => `${headline}៖ បើកតម្លៃដេញដែលធ្វើឱ្យប្រាប់`,
  close: "បិទ",
};

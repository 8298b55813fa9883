import type { Translation } from "./languages.ts";

export const IMAGE_KIND_TEXT: Translation<typeof import("./image-kind-text.ts").IMAGE_KIND_TEXT> = {
  heic: "នេះជារូប HEIC ដែលមិនទទួលយកទេ។ សូមផ្ញើវាជា JPEG៖ នៅលើ iPhone សូមជ្រើស Settings, Camera, Formats, Most Compatible រួចថតម្ដងទៀត ឬថតអេក្រង់របស់រូបនោះ។",
};

import type { Translation } from "../contract/languages.ts";

export const IMAGE_FAULT_TEXT: Translation<typeof import("./image-fault-text.ts").IMAGE_FAULT_TEXT> = {
  not_an_image: "សូមជ្រើសរើសឯកសាររូប",
  damaged: "រូបនេះខូច ឬមិនពេញលេញ។ សូមជ្រើសរើសរូបផ្សេង។",
  moving: "មិនទទួលយករូបមានចលនាទេ។ សូមជ្រើសរើសរូបនឹង។",
  unusual: "មិនទទួលយករូបប្រភេទនេះទេ។ សូមរក្សាទុកវាជា JPEG, PNG ឬ WebP ធម្មតា។",
};

import type { Translation } from "../../worker/contract/languages.ts";

export const IMAGE_TEXT: Translation<typeof import("./image-text.ts").IMAGE_TEXT> = {
  tooManyPixels: (megapixels, most) =>
    `រូបនេះមាន ${megapixels} មេហ្គាភិចសែល ហើយនៅទីនេះអានបានច្រើនបំផុត ${most}។ សូមថតម្ដងទៀតក្នុងទំហំតូចជាង ឬថតអេក្រង់របស់រូបនោះ។`,
};

import type { Translation } from "../../contract/languages.ts";

export const DEVICE_TEXT: Translation<typeof import("./device-text.ts").DEVICE_TEXT> = {
  on: (browser, system) => `${browser} លើ ${system}`,
  someBrowserOn: (system) => `កម្មវិធីរុករកមួយលើ ${system}`,
  unknown: "កម្មវិធីរុករកដែលមិនស្គាល់",
};

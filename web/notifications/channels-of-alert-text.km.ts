import type { Translation } from "../../worker/contract/languages.ts";

export const channelsOfAlertText: Translation<typeof import("./channels-of-alert-text.ts").channelsOfAlertText> = {
  names: { push: "សារឧបករណ៍", telegram: "Telegram", email: "អ៊ីមែល" },
  label: "ប្រាប់អ្នក",
  inPage: "ក្នុងទំព័រ",
  inTurn: (names) => `ក្នុងទំព័រ បន្ទាប់មក ${names.join(", ")}`,
  change: "ប្តូរ",
  broken: (name) => `${name} មិនបានទៅដល់អ្នកលើកមុនទេ`,
};

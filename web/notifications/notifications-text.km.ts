import type { Translation } from "../../worker/contract/languages.ts";

export const notificationsText: Translation<typeof import("./notifications-text.ts").notificationsText> = {
  removed: "មុខងារការជូនដំណឹងត្រូវបានដកចេញ",
};

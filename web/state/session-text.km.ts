import type { Translation } from "../../worker/contract/languages.ts";

export const sessionText: Translation<typeof import("./session-text.ts").sessionText> = {
  idle: (minutes) => `អ្នកត្រូវបានចាកចេញ បន្ទាប់ពី ${minutes} នាទីដោយគ្មានសកម្មភាព។`,
};

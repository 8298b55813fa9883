import type { Translation } from "../../worker/contract/languages.ts";

export const apiText: Translation<typeof import("./api-text.ts").apiText> = {
  tooManyRequests: (wait) => `សំណើច្រើនពេក។ សូមព្យាយាមម្តងទៀតក្នុងរយៈពេល ${wait}។`,
};

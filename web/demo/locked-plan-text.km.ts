import type { Translation } from "../../worker/contract/languages.ts";

export const lockedPlanText: Translation<typeof import("./locked-plan-text.ts").lockedPlanText> = {
  locked: (clock) => `គម្រោងបានចាក់សោ ${clock}`,
  seal: (short) => `ត្រា ${short}`,
  sealName: "ត្រានៃគម្រោង",
  none: "គ្មានគម្រោង",
  setup: "គំរូជួញដូរ",
  stop: "កាត់ខាត",
  stopIs1R: "កាត់ខាត, 1R",
  target: "យកចំណេញ",
  targetIn: (r) => `យកចំណេញ, ${r}R`,
  amount: "បរិមាណ",
  reason: (reason) => `“${reason}”`,
};

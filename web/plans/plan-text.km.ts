import { PLAN } from "../../worker/contract/demo/demo-bounds.ts";
import type { Translation } from "../../worker/contract/languages.ts";

export const planText: Translation<typeof import("./plan-text.ts").planText> = {
  setups: "គម្រូ",
  newSetup: "គម្រូ",
  nameOfSetup: "ឈ្មោះគម្រូថ្មី",
  add: "បន្ថែម",
  all: (count) => `ទាំង ${count}`,
  fewer: "បង្ហាញតិចជាង",
  loading: "កំពុងផ្ទុកគម្រូរបស់អ្នក",
  notLoaded: "មិនអាចផ្ទុកគម្រូរបស់អ្នកបានទេ។",
  tryAgain: "ព្យាយាមម្តងទៀត",
  added: (name) => `${name} ជាគម្រូមួយរបស់អ្នកហើយ។`,
  undo: "មិនធ្វើវិញ",
  reason: "មូលហេតុ",
  reasonHint: "ហេតុអ្វីជួញដូរ ក្នុងមួយបន្ទាត់",
  lockedPlan: "ផែនការនៃការបញ្ជាចុងក្រោយ",
  filled: (side, amount, price) => `${side === "buy" ? "បានទិញ" : "បានលក់"} ${amount} នៅ ${price}`,
  close: "បិទ",
  left: (count) => `${count} ក្នុង ${PLAN.reasonMax}`,
};

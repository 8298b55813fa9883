import { PLAN } from "../../worker/contract/demo/demo-bounds.ts";
import type { Translation } from "../../worker/contract/languages.ts";

export const planText: Translation<typeof import("./plan-text.ts").planText> = {
  setups: "គំរូជួញដូរ",
  newSetup: "គំរូ",
  nameOfSetup: "ឈ្មោះគំរូថ្មី",
  add: "បន្ថែម",
  all: (count) => `ទាំង ${count}`,
  fewer: "បង្ហាញតិចជាង",
  loading: "កំពុងផ្ទុកគំរូរបស់អ្នក",
  notLoaded: "មិនអាចផ្ទុកគំរូរបស់អ្នកបានទេ។",
  tryAgain: "ព្យាយាមម្តងទៀត",
  added: (name) => `${name} ជាគំរូមួយរបស់អ្នកហើយ។`,
  undo: "មិនធ្វើវិញ",
  reason: "ហេតុផល",
  reasonHint: "ហេតុអ្វីជួញដូរ ក្នុងមួយបន្ទាត់",
  lockedPlan: "គម្រោងនៃការបញ្ជាចុងក្រោយ",
  filled: (side, amount, price) => `${side === "buy" ? "បានទិញ" : "បានលក់"} ${amount} នៅ ${price}`,
  close: "បិទ",
  left: (count) => `${count} ក្នុង ${PLAN.reasonMax}`,
};

import type { Translation } from "../../worker/contract/languages.ts";

export const accountLabels: Translation<typeof import("./account-labels.ts").accountLabels> = {
  availableBalance: "សមតុល្យដែលអាចប្រើបាន",
  overview: "ទិដ្ឋភាពទូទៅ",
  deposit: "ដាក់ប្រាក់",
  withdraw: "ដកប្រាក់",
  history: "ប្រវត្តិ",
  totalDeposits: "ការដាក់ប្រាក់សរុប",
  totalWithdrawals: "ការដកប្រាក់សរុប",
};

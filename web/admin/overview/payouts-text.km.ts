import type { Translation } from "../../../worker/contract/languages.ts";

export const PAYOUTS_TEXT: Translation<typeof import("./payouts-text.ts").PAYOUTS_TEXT> = {
  title: "ការទូទាត់ចេញ",
  soleApprover: "អ្នកគ្រប់គ្រងម្នាក់អាចអនុម័ត និងទូទាត់តែម្នាក់ឯង",
  soleApproverDetail: "ការកំណត់នេះគឺសម្រាប់ប្រតិបត្តិការដែលមានអ្នកគ្រប់គ្រងម្នាក់។ បើមានពីរនាក់ឡើងទៅ វាគួរតែបិទ។",
};

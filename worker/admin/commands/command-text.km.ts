import type { Translation } from "../../contract/languages.ts";
import { formatMoment } from "./moment-text.km.ts";

const DECISION = { matched: "ផ្គូផ្គងការទូទាត់នេះ", refunded: "កត់ត្រាការសងវិញនៃការទូទាត់នេះ", dismissed: "ទុកការទូទាត់នេះចោល" };

/** Khmer of `command-text.ts`. */
export const COMMAND_TEXT: Translation<typeof import("./command-text.ts").COMMAND_TEXT> = {
  loggedIn: "បានចូលគណនី",
  steppedUp: "សូមអរគុណ។ អ្នកអាចបន្តបាន។",
  approval: {
    tooNew: (countsFromMs, timeZone) =>
      `អ្នកក្លាយជាអ្នកគ្រប់គ្រងមិនទាន់បាន 24 ម៉ោងទេ។ ការអនុម័តរបស់អ្នកមានសុពលភាពចាប់ពី ${formatMoment(countsFromMs, timeZone)}។`,
    differs: (name, approved) => `${name} បានយល់ព្រមលើ ${approved}។ អ្នកគ្រប់គ្រងទាំងពីរត្រូវយល់ព្រមដូចគ្នា។`,
    approved: {
      payment: (paymentId) => `លេខសម្គាល់ការទូទាត់ ${paymentId}`,
      settlement: (referenceAndHash) => `លេខយោងធនាគារ និង hash ទូទាត់ ${referenceAndHash}`,
      refund: (sum, reference) => `ការសងវិញ ${sum} ដែលមានលេខយោងធនាគារ ${reference}`,
      findings: (count) => `កំណត់ត្រា ${count}`,
      other: "អ្វីផ្សេង",
    },
  },
  paymentProcessed: "ការទូទាត់នេះត្រូវបានដំណើរការរួចហើយ",
  depositPaid: "ការដាក់ប្រាក់នេះបានបង់រួចហើយ",
  paymentWaits: "ការទូទាត់សម្រាប់កូដនេះកំពុងរង់ចាំក្នុងករណីខុសប្រក្រតី។ សូមសម្រេចនៅទីនោះ។",
  exception: {
    decided: (name, decision) => `${name} បាន${DECISION[decision]}រួចហើយ`,
    changed: "ការទូទាត់នេះបានប្រែប្រួលតាំងពីអ្នកបើកមើល។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលការប្រែប្រួល។",
    codeCredited: "កូដនេះបានបញ្ចូលគណនីរួចហើយ។ ប្រាក់ដែលចូលមកបន្ថែមអាចសងវិញបាន។",
    refundAboveCame: (most) => `បានចូលមកតែ ${most} ដូច្នេះមិនអាចសងវិញលើសនេះបានទេ`,
    lessThanACent: "បានបង់តិចជាងមួយសេន ដូច្នេះមិនអាចបញ្ចូលបានទេ",
    decimals: "សូមបញ្ចូលចំនួនទឹកប្រាក់ ដែលមានទសភាគច្រើនបំផុតពីរខ្ទង់",
    notAboveZero: "ចំនួនទឹកប្រាក់ត្រូវធំជាង 0",
    abovePaid: (paid) => `បានបង់តែ ${paid} ដូច្នេះមិនអាចបញ្ចូលលើសនេះបានទេ`,
    aboveMost: (most) => `អាចបញ្ចូលបានច្រើនបំផុត ${most}`,
  },
  restoreDecided: "វាត្រូវបានសម្រេចរួចហើយ។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលលទ្ធផល។",
};

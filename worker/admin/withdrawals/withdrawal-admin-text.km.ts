import type { Translation } from "../../contract/languages.ts";
import { formatMoment } from "../commands/moment-text.km.ts";

const DECISION = { approved: "អនុម័ត", completed: "បញ្ចប់", rejected: "បដិសេធ" };

export const WITHDRAWAL_ADMIN_TEXT: Translation<typeof import("./withdrawal-admin-text.ts").WITHDRAWAL_ADMIN_TEXT> = {
  claimed: (name, untilMs, timeZone) =>
    `${name} បានទទួលបន្ទុកការដកប្រាក់នេះរហូតដល់ ${formatMoment(untilMs, timeZone)}។ មុនពេលនោះ មានតែគាត់ទេដែលអាចលែងបន្ទុក បន្ទាប់មកអ្នកគ្រប់គ្រងណាក៏អាចទទួលបន្ទុកបាន`,
  notClaimed: "អ្នកមិនបានទទួលបន្ទុកការដកប្រាក់នេះទេ ដូច្នេះគ្មានអ្វីត្រូវលែង",
  cancelled: "អ្នកជួញដូរបានបោះបង់ការដកប្រាក់នេះ",
  pending: "ការដកប្រាក់នេះនៅតែកំពុងរង់ចាំ។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលស្ថានភាពបច្ចុប្បន្ន។",
  decided: (name, decision) => `${name} បាន${DECISION[decision]}ការដកប្រាក់នេះ។ សូមផ្ទុកឡើងវិញ ដើម្បីមើលស្ថានភាពបច្ចុប្បន្ន។`,
  onHold: (approvableAtMs, timeZone) =>
    `សុវត្ថិភាពនៃគណនីនេះត្រូវបានផ្លាស់ប្តូរក្នុង 24 ម៉ោងចុងក្រោយ។ អាចអនុម័តបានចាប់ពី ${formatMoment(approvableAtMs, timeZone)}។`,
  reasonMissing: "អត្តសញ្ញាណរបស់អ្នកជួញដូរនេះមិនទាន់បានផ្ទៀងផ្ទាត់ទេ។ សូមប្រាប់ថាហេតុអ្វីនៅតែអនុម័ត។",
  payingAlready: {
    you: "អ្នកកំពុងទូទាត់ការដកប្រាក់នេះរួចហើយ",
    other: (name) => `${name} កំពុងទូទាត់ការដកប្រាក់នេះរួចហើយ`,
  },
  nobodyPays: "គ្មាននរណាកំពុងទូទាត់ការដកប្រាក់នេះទេ។ សូមចាប់ផ្តើមការទូទាត់ មុនពេលបង់នៅធនាគារ។",
  otherPays: (name, sinceMs, timeZone) =>
    `${name} កំពុងទូទាត់ការដកប្រាក់នេះតាំងពី ${formatMoment(sinceMs, timeZone)} ដូច្នេះមានតែគាត់ទេដែលអាចបញ្ចប់ ឬបញ្ឈប់វា`,
  takenOver: (name) => `អ្នកបានទទួលបន្តការទូទាត់នេះពី ${name} ដែលប្រហែលបានបង់រួចហើយ។ សូមបញ្ចប់វា ឬបដិសេធវាជាមួយអ្នកគ្រប់គ្រងម្នាក់ទៀត។`,
  takeOverLater: (name, atMs, timeZone) =>
    `${name} កំពុងទូទាត់ការដកប្រាក់នេះ។ អ្នកអាចទទួលបន្តបានចាប់ពី ${formatMoment(atMs, timeZone)}។`,
  payingAlone: {
    only_approver: "គ្មានអ្នកគ្រប់គ្រងផ្សេងបានអនុម័តការដកប្រាក់នេះទេ ដូច្នេះអ្នកគ្រប់គ្រងម្នាក់ទៀតត្រូវទូទាត់វា",
    moved_alone:
      "ជាមួយការដកប្រាក់នេះ អ្នកនឹងផ្ទេរប្រាក់តែម្នាក់ឯងលើសពីចំនួនដែលអ្នកគ្រប់គ្រងម្នាក់អាចធ្វើបានក្នុង 24 ម៉ោង ដូច្នេះអ្នកគ្រប់គ្រងម្នាក់ទៀតត្រូវទូទាត់វា",
  },
  saidPaid: (name, paymentId) => `${name} បានបញ្ជាក់ថាវាត្រូវបានទូទាត់ដោយលេខសម្គាល់ ${paymentId} ដូច្នេះមានតែគាត់ទេដែលអាចបដិសេធវា`,
  paymentIdUsed: "លេខសម្គាល់ការទូទាត់នេះជារបស់ការដកប្រាក់ផ្សេង",
  proofMissing: "ត្រូវការភស្តុតាងទូទាត់",
};

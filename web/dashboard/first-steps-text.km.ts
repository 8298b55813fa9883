import type { Translation } from "../../worker/contract/languages.ts";
import { DEPOSIT } from "../../worker/contract/limits.ts";

export const firstStepsText: Translation<typeof import("./first-steps-text.ts").firstStepsText> = {
  practiceNote: "ប្រាក់សាកល្បង។ ចំណេញ និងខាតនៅទីនេះមិនមែនជាប្រាក់ពិតទេ។",
  openResult: "លទ្ធផលកំពុងបើក",
  freeToTrade: "អាចជួញដូរបាន",
  noDeposit: "មិនទាន់មានការដាក់ប្រាក់ទេ។ រក្សាទុកដាច់ពីប្រាក់សាកល្បង។",
  noDepositShort: "មិនទាន់មានការដាក់ប្រាក់",
  cashNote: "ប្រាក់ផ្ទាល់ខ្លួនរបស់អ្នក រក្សាទុកដាច់ពីប្រាក់សាកល្បង។",
  cashNoteShort: "ប្រាក់ផ្ទាល់ខ្លួនរបស់អ្នក",
  depositNow: "ដាក់ប្រាក់",

  doneOf: (done, all) => `រួច ${done} ក្នុងចំណោម ${all}`,
  hide: "លាក់ជំហានដំបូង",
  notHidden: "លាក់ជំហានដំបូងមិនបាន។ សូមព្យាយាមម្តងទៀត។",
  next: "បន្ទាប់",
  states: { todo: "មិនទាន់ចាប់ផ្តើម", waiting: "កំពុងរង់ចាំ", done: "រួចរាល់", refused: "មិនត្រូវបានទទួល" },

  demo: {
    title: "ជួញដូរសាកល្បងមួយ",
    todo: "ចំណាយពេលតែមួយនាទី។ ទម្រង់បញ្ជាបើកដោយបំពេញរួច អ្នកអាចកែអ្វីក៏បាន ហើយបិទការជួញដូរនៅពេលណាក៏បាន។",
    todoShort: "ទម្រង់បញ្ជាបើកដោយបំពេញរួច។ កែតាមចិត្ត បិទពេលណាក៏បាន។",
    done: (date) => `ការបញ្ជាដំបូងនៅ ${date}`,
    open: "បើកទម្រង់បញ្ជា",
  },
  deposit: {
    title: "ដាក់ប្រាក់",
    todo: `ចាប់ពី $${DEPOSIT.amountCentsMin / 100} តាម KHQR ពីកម្មវិធីធនាគាររបស់អ្នក។`,
    open: "កូដរបស់អ្នកកំពុងរង់ចាំការបង់ប្រាក់។",
    review: "បានបង់ហើយ មិនទាន់បានបញ្ជាក់។ យើងកំពុងពិនិត្យ។",
    done: (date) => `ការដាក់ប្រាក់ដំបូងនៅ ${date}`,
    start: "ដាក់ប្រាក់",
    view: "មើលការដាក់ប្រាក់",
  },
  identity: {
    title: "ផ្ទៀងផ្ទាត់អត្តសញ្ញាណ",
    todo: "អនុញ្ញាតឱ្យដកប្រាក់បាន។ ចំណាយពេល 24–48 ម៉ោង។",
    waiting: "កំពុងពិនិត្យ 24–48 ម៉ោង។ អនុញ្ញាតឱ្យដកប្រាក់បាន។",
    refused: "សូមបង្ហោះរូបអត្តសញ្ញាណប័ណ្ណដែលច្បាស់ជាងនេះ",
    done: (date) => `បានផ្ទៀងផ្ទាត់នៅ ${date}។ អ្នកអាចដកប្រាក់បានហើយ។`,
    start: "ផ្ទៀងផ្ទាត់",
    again: "ផ្ញើរូបដែលច្បាស់ជាង",
    view: "មើល",
  },

  price: "តម្លៃ",
  old: (age) => `ចាស់ ${age}`,
  order: (amount, unit) => `ទិញ ${amount} ${unit}`,
  ifItMoves: "បើប្រែប្រួល 1%",
  ifItMovesShort: "បើប្រែប្រួល 1%",
  allPrices: "តម្លៃទាំងអស់",
};

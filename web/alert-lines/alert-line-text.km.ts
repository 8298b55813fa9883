import type { Translation } from "../../worker/contract/languages.ts";

export const alertLineText: Translation<typeof import("./alert-line-text.ts").alertLineText> = {
  handle: (condition) => `ការជូនដំណឹង៖ ${condition}`,
  handleHelp: "គ្រាប់ចុចព្រួញរំកិលវា Enter ផ្ញើវា Esc ដាក់វានៅកន្លែងដើមវិញ។ Enter បើកការជូនដំណឹងដែលមិនកំពុងរំកិល។",
  remove: (condition) => `លុបការជូនដំណឹង៖ ${condition}`,
  leave: "មិនកំណត់ការជូនដំណឹងនេះ",
  notSet: "មិនទាន់កំណត់",
  notSaved: "មិនទាន់រក្សាទុក",
  away: (percent) => `ឃ្លាត ${percent}`,
  atPrice: "តម្លៃឥឡូវនេះស្ថិតនៅទីនេះ។ សូមរំកិលវាឡើង ឬចុះ។",
  told: (time, price, isBelow) => `បានប្រាប់អ្នក ${time} ម្តងទៀត${isBelow ? "ក្រោម" : "លើ"} ${price}`,
  paused: (condition) => `${condition} បានផ្អាក`,
  stale: (condition, age) => `${condition} តម្លៃចាស់ ${age}`,
  onDrawing: (condition) => `ការជូនដំណឹងលើគំនូសនេះ៖ ${condition}`,
  fired: (what, time) => `ការជូនដំណឹងម៉ោង ${time}៖ ${what}។ បង្ហាញតម្លៃដេញ។`,
  notOnUpright: "បន្ទាត់ឈរត្រង់គ្មានតម្លៃតាមពេលវេលាទេ ដូច្នេះមិនអាចកំណត់ការជូនដំណឹងលើវាបានទេ។",
  at: (price) => `ជូនដំណឹងនៅ ${price}`,
  more: "ជូនដំណឹង ជាមួយជម្រើសបន្ថែម",
};

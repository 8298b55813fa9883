import { DEMO_TEXT } from "../../worker/contract/demo/demo-text.km.ts";
import type { DemoOrderType } from "../../worker/contract/demo/demo-types.ts";
import type { Translation } from "../../worker/contract/languages.ts";

const word = { buy: "ទិញ", sell: "លក់" } as const;

/** The types as words within a sentence. */
const orderOf = {
  market: "បញ្ជាតាមទីផ្សារ",
  limit: "បញ្ជាកំណត់តម្លៃ",
  stop: "បញ្ជាឈប់",
  stop_limit: "បញ្ជាឈប់កំណត់តម្លៃ",
} as const satisfies Record<DemoOrderType, string>;

const reaches = {
  none: { buy: "តម្លៃ", sell: "តម្លៃ" },
  typical: { buy: "តម្លៃលក់", sell: "តម្លៃទិញ" },
} as const;

export const orderText: Translation<typeof import("./order-text.ts").orderText> = {
  followsPlan: "តាមគម្រោងលើក្រាប",
  unlink: "ផ្តាច់",
  type: "ប្រភេទ",
  types: { market: "តាមទីផ្សារ", limit: "កំណត់តម្លៃ", stop: "ឈប់", stop_limit: "ឈប់កំណត់តម្លៃ" },
  symbol: "និមិត្តសញ្ញា",
  side: "ទិសដៅ",
  word,
  modelled: "តាមគំរូ",

  price: "តម្លៃ (មិនចាំបាច់)",
  market: (price) => `តាមទីផ្សារ ${price}`,
  limitCaption: { buy: "ទិញនៅតម្លៃនេះ ឬទាបជាង", sell: "លក់នៅតម្លៃនេះ ឬខ្ពស់ជាង" },
  stopCaption: (side, costs) => `${word[side]}ពេល${reaches[costs][side]}ទៅដល់`,
  triggerCaption: (side, costs) => `ពេល${reaches[costs][side]}ទៅដល់`,
  thenCaption: { buy: "បន្ទាប់មកទិញនៅតម្លៃនេះ ឬទាបជាង", sell: "បន្ទាប់មកលក់នៅតម្លៃនេះ ឬខ្ពស់ជាង" },
  away: (percent) => `ចម្ងាយ ${percent}`,
  atOnce: "បំពេញភ្លាមៗ",
  priceSteps: { less: "បន្ថយតម្លៃ", more: "បង្កើនតម្លៃ" },
  amountSteps: { less: "បន្ថយ 0.01", more: "បង្កើន 0.01" },

  sizing: "កំណត់ទំហំតាម",
  amount: "បរិមាណ",
  risk: "ហានិភ័យ",
  riskField: "ខាតយ៉ាងច្រើន",
  worth: "មានតម្លៃ",
  gives: { buy: "ទិញបាន", sell: "លក់បាន" },
  setStopFirst: "សូមកំណត់កាត់ខាតជាមុន",

  stop: "កាត់ខាត",
  target: "យកចំណេញ",
  trail: "កាត់ខាតរំកិល",
  trailField: "ចម្ងាយកាត់ខាតរំកិល",
  trailUnit: "ពីក្រោយ",
  none: "គ្មាន",
  exitField: {
    stop: { price: "តម្លៃកាត់ខាត", distance: "ចម្ងាយកាត់ខាត", money: "ប្រាក់កាត់ខាត" },
    target: { price: "តម្លៃយកចំណេញ", distance: "ចម្ងាយយកចំណេញ", money: "ប្រាក់យកចំណេញ" },
  },
  exitForm: { stop: "កំណត់កាត់ខាតជា", target: "កំណត់យកចំណេញជា" },
  exitForms: { price: "តម្លៃ", distance: "ចម្ងាយ", money: "ចំនួនទឹកប្រាក់" },
  exitUnits: { price: "តម្លៃ", distance: "ចម្ងាយ", money: "$" },
  wrongSide: {
    stop: { buy: "ត្រូវទាបជាងតម្លៃ", sell: "ត្រូវខ្ពស់ជាងតម្លៃ" },
    target: { buy: "ត្រូវខ្ពស់ជាងតម្លៃ", sell: "ត្រូវទាបជាងតម្លៃ" },
  },
  atMost: (money) => `យ៉ាងច្រើន ${money}`,
  riskToGain: "ហានិភ័យធៀបចំណេញ",
  ratio: (ratio) => `1 ធៀប ${ratio}`,

  plan: "ផែនការ",
  planOptional: "ស្រេចចិត្ត",
  planLocks: "ចាក់សោពេលបំពេញបញ្ជា",

  goodTill: "ទុករហូតដល់",
  goodTills: { cancelled: "ពេលអ្នកបោះបង់", day: "ចុងថ្ងៃ" },
  spread: { typical: "គម្លាតតម្លៃ ធម្មតា", modelled: "គម្លាតតម្លៃ តាមគំរូ" },
  commission: "កម្រៃជើងសា ចូល និងចេញ",
  overnight: "ថ្លៃកាន់ឆ្លងយប់ ក្នុងមួយថ្ងៃ",
  costs: "ថ្លៃចំណាយ ធម្មតា",
  noCosts: "ថ្លៃចំណាយ",
  noCostsInRun: "គ្មានក្នុងជុំនេះ",
  costsAndMargin: "ថ្លៃចំណាយ និងប្រាក់ធានា",
  margin: (leverage) => (leverage === null ? "ប្រាក់ធានា គ្មានអានុភាព" : `ប្រាក់ធានា 1:${leverage}`),
  level: "កម្រិតប្រាក់ធានាក្រោយបញ្ជា",
  free: "ប្រាក់ធានានៅសល់",
  to: "ទៅ",
  ifItMoves: "បើតម្លៃប្រែប្រួល 1%",

  at: "នៅ",
  buyNow: (order) => `${order} នៅ`,
  place: (type, side) => `ដាក់${orderOf[type]} ${word[side]}`,
  placing: "កំពុងដាក់",
  placed: "បានដាក់",
  fillsAtMarket: "ប្រាក់សាកល្បង។ បំពេញភ្លាមៗ តាមតម្លៃទីផ្សារ។",
  waits: "ប្រាក់សាកល្បង។ រង់ចាំលើម៉ាស៊ីនមេ។",
  needs: (money) => `ខ្វះប្រាក់ធានា ${money}`,
  loading: "កំពុងផ្ទុកគណនីសាកល្បងរបស់អ្នក",
  notLoaded: "ផ្ទុកគណនីសាកល្បងរបស់អ្នកមិនបាន",
  kept: "អ្វីដែលអ្នកបានបញ្ចូលនៅដដែល។",
  tryAgain: "ព្យាយាមម្តងទៀត",
  notUnderstood: "សូមកែលេខជាមុនសិន",
  notUnderstoodNote: "មូលហេតុបង្ហាញនៅខាងក្រោមប្រអប់បញ្ចូលនោះ។",
  needsStopNote: "បរិមាណគិតចេញពីចំនួនដែលអាចខាតនៅត្រង់នោះ។",
  needsNote: "បរិមាណតិចជាងនេះ ត្រូវការតិចជាង។",
  tooManyOrders: "ការបញ្ជាកំពុងរង់ចាំច្រើនពេក",
  tooManyPositions: "ទីតាំងកំពុងបើកច្រើនពេក",
  frozen: "គណនីរបស់អ្នកត្រូវបានបង្កក",
  frozenNote: DEMO_TEXT.frozen,
  closed: (order) => `${order}៖ ទីផ្សារបិទ`,
  closedNote: (opens) => `${opens}។ បញ្ជាកំណត់តម្លៃ ឬបញ្ជាឈប់ អាចរង់ចាំរហូតទីផ្សារបើក។`,
  disagree: (order) => `${order}៖ ប្រភពមិនត្រូវគ្នា`,
  disagreeNote: DEMO_TEXT.sourcesDisagree,
  tooOld: (order) => `${order}៖ តម្លៃចាស់ពេក`,
  reopens: (age) => `តម្លៃចុងក្រោយចាស់ ${age} ហើយ។ ការបញ្ជានឹងបើកវិញជាមួយតម្លៃបន្ទាប់។ អ្វីដែលអ្នកបានបញ្ចូលនៅដដែល។`,
  waitsForPrice: (order) => `${order}៖ មិនទាន់មានតម្លៃ`,
  opens: "ការបញ្ជានឹងបើកជាមួយតម្លៃដំបូង។ អ្វីដែលអ្នកបានបញ្ចូលនៅដដែល។",

  invalidAmount: DEMO_TEXT.invalidAmount,
  amountRange: DEMO_TEXT.amountRange,
  invalidPrice: DEMO_TEXT.invalidPrice,
  priceRange: DEMO_TEXT.priceRange,
  invalidMoney: "សូមបញ្ចូលចំនួនទឹកប្រាក់",
  moneyRange: "យ៉ាងច្រើន $100,000,000 ដោយមានខ្ទង់ទសភាគមិនលើស 2",
  refused: ({ code, field }) => {
    if (code === "already_reached") return DEMO_TEXT.alreadyReached;
    if (code === "expired") return DEMO_TEXT.expired;
    return field === "target" ? DEMO_TEXT.wrongSide.target : DEMO_TEXT.wrongSide.stop;
  },
  amountFirst: "សូមបញ្ចូលបរិមាណជាមុន",
  priceFirst: "សូមបញ្ចូលតម្លៃជាមុន",
  riskUnreachable: "គ្មានបរិមាណណាខាតតិចប៉ុណ្ណេះ នៅកាត់ខាតនោះទេ",
  exitUnreachable: "គ្មានតម្លៃណាឱ្យចំនួននេះទេ។ សូមសាកចំនួន ឬចម្ងាយផ្សេង។",

  orderPlaced: "ដាក់ការបញ្ជាបានជោគជ័យ!",
  filled: (side, what, price) => `បាន${word[side]} ${what} នៅតម្លៃ ${price}។`,
  rests: (type, side, what, price) => `${orderOf[type]} ${word[side]} ${what} កំពុងរង់ចាំនៅតម្លៃ ${price}។`,
  orderFailed: (reason) => `ដាក់ការបញ្ជាមិនបាន៖ ${reason}`,
  orderError: (reason) => `មានបញ្ហាក្នុងការដាក់ការបញ្ជា៖ ${reason}`,
  noAnswer:
    "គ្មានចម្លើយ ដូច្នេះការបញ្ជាប្រហែលជាត្រូវបានដាក់ហើយ។ អ្វីដែលអ្នកបានបញ្ចូលនៅដដែល។ សូមចុចម្តងទៀត៖ ការបញ្ជាដដែលត្រូវបានដាក់តែម្តងប៉ុណ្ណោះ។",
};

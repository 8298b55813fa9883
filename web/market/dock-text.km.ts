import type { Translation } from "../../worker/contract/languages.ts";
import { formatCount } from "../ui/format.ts";

/** Khmer of `dock-text.ts`. */
export const ORDER_TYPE_WORDS: typeof import("./dock-text.ts").ORDER_TYPE_WORDS = {
  market: "បញ្ជាតាមទីផ្សារ",
  limit: "បញ្ជាកំណត់តម្លៃ",
  stop: "បញ្ជាឈប់",
  stop_limit: "បញ្ជាឈប់កំណត់តម្លៃ",
};

/** Khmer of why a fill happened. */
export const RULE_WORDS: typeof import("./dock-text.ts").RULE_WORDS = {
  market: "បញ្ជាតាមទីផ្សារ",
  limit: "បញ្ជាកំណត់តម្លៃ",
  stop: "បញ្ជាឈប់",
  stop_limit: "បញ្ជាឈប់កំណត់តម្លៃ",
  stop_loss: "កាត់ខាត",
  take_profit: "យកចំណេញ",
  trailing_stop: "កាត់ខាតរំកិល",
  close: "បិទដោយអ្នក",
  stop_out: "បិទដោយបង្ខំ",
  reset: "កំណត់ឡើងវិញ",
};

/** Khmer of the lists of the run. */
export const dockText: Translation<typeof import("./dock-text.ts").dockText> = {
  receipt: "បង្កាន់ដៃ",
  lists: "ទីតាំង ការបញ្ជា និងប្រវត្តិ",
  height: "កម្ពស់បញ្ជីទីតាំង",
  fold: "លាក់បញ្ជី",
  unfold: "បង្ហាញបញ្ជី",
  positions: "ទីតាំង",
  orders: "ការបញ្ជា",
  history: "ប្រវត្តិ",
  loadFailure: {
    refused: {
      title: "ផ្ទុកគណនីសាកល្បងរបស់អ្នកមិនបាន",
      text: "ទីតាំង និងការបញ្ជារបស់វានៅមានសុវត្ថិភាពលើម៉ាស៊ីនមេ ហើយការកាត់ខាតនៅដំណើរការ។ សូមព្យាយាមម្តងទៀតបន្តិចទៀត។",
    },
    unreachable: {
      title: "ផ្ទុកគណនីសាកល្បងរបស់អ្នកមិនបាន",
      text: "ទីតាំង និងការបញ្ជារបស់វានៅមានសុវត្ថិភាពលើម៉ាស៊ីនមេ ហើយការកាត់ខាតនៅដំណើរការ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
    },
  },
  historyFailure: {
    refused: {
      title: "ផ្ទុកប្រវត្តិមិនបាន",
      text: "គ្មានអ្វីបាត់ទេ។ សូមព្យាយាមម្តងទៀតបន្តិចទៀត។",
    },
    unreachable: {
      title: "ផ្ទុកប្រវត្តិមិនបាន",
      text: "គ្មានអ្វីបាត់ទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
    },
  },
  lost: (clock) =>
    `គ្មានការតភ្ជាប់ទៅគណនីសាកល្បងរបស់អ្នក តាំងពី ${clock}។ អ្នកកំពុងឃើញដូចនៅពេលនោះ ការបញ្ជា និងការកាត់ខាតនៅដំណើរការលើម៉ាស៊ីនមេ។`,
  tryNow: "ព្យាយាមឥឡូវនេះ",
  frozen: "គណនីរបស់អ្នកត្រូវបានបង្កក៖ អ្នកអាចមើលគណនីសាកល្បង ប៉ុន្តែមិនអាចជួញដូរបានទេ។",
  usedMargin: "ប្រាក់ធានាបានប្រើ",
  freeMargin: "នៅសល់",
  pnlAsOf: (clock) => `គិតត្រឹម ${clock}`,

  symbol: "និមិត្តសញ្ញា",
  side: "ទិសដៅ",
  sides: { buy: "ទិញ", sell: "លក់" },
  sidesWithin: { buy: "ទិញ", sell: "លក់" },
  amount: "បរិមាណ",
  trade: "ការជួញដូរ",
  entry: "តម្លៃចូល",
  price: "តម្លៃ",
  priceAndEntry: "តម្លៃ, តម្លៃចូល",
  stop: "កាត់ខាត",
  target: "យកចំណេញ",
  stopAndTarget: "កាត់ខាត, យកចំណេញ",
  margin: "ប្រាក់ធានា",
  profit: "ចំណេញ/ខាត",
  percent: "%",
  editAndClose: "កែ, បិទ",
  close: "បិទ",
  trail: (distance) => `រំកិល ${distance}`,
  editPosition: (trade) => `កែកាត់ខាត និងយកចំណេញរបស់ ${trade} ឬបិទមួយផ្នែក`,
  editInRow: "កែកាត់ខាត និងយកចំណេញ ឬបិទមួយផ្នែក",
  changeInRow: "កែការបញ្ជានេះ",
  closePosition: (trade) => `បិទ ${trade}`,
  openPositionsTable: "ទីតាំងកំពុងបើករបស់អ្នក",
  noOpenPositions: "គ្មានទីតាំងកំពុងបើក",
  noOpenPositionsText: "ការបញ្ជាលើសមតុល្យសាកល្បងនឹងបង្ហាញនៅទីនេះ។",
  toOrder: "បញ្ជា",
  closeAll: "បិទទាំងអស់",
  closeAllTitle: (count) => `បិទទីតាំង ${formatCount(count)}?`,
  closeAllDetail: "ទីតាំងទាំងនេះនឹងបិទតាមតម្លៃទីផ្សារបច្ចុប្បន្ន។ លទ្ធផលឥឡូវនេះគឺ",
  keep: "ទុកដដែល",
  notAllClosed: (count) => `មិនបានបិទ ${formatCount(count)}៖ តម្លៃចាស់ពេក។ សូមព្យាយាមម្តងទៀតជាមួយតម្លៃបន្ទាប់។`,

  type: "ប្រភេទ",
  away: "ចម្ងាយ",
  expires: "ទុករហូតដល់",
  untilCancelled: "ពេលបោះបង់",
  untilDayEnd: "ចុងថ្ងៃ",
  limitPart: (price) => `តម្លៃកំណត់ ${price}`,
  triggered: "ដល់តម្លៃឈប់ហើយ",
  cancel: "បោះបង់",
  editAndCancel: "កែ, បោះបង់",
  editOrder: (order) => `កែ ${order}`,
  cancelOrder: (order) => `បោះបង់ ${order}`,
  ordersTable: "ការបញ្ជាកំពុងរង់ចាំរបស់អ្នក",
  noOrders: "គ្មានការបញ្ជាកំពុងរង់ចាំ",
  noOrdersText: "បញ្ជាកំណត់តម្លៃ បញ្ជាឈប់ និងបញ្ជាឈប់កំណត់តម្លៃ រង់ចាំនៅទីនេះលើម៉ាស៊ីនមេ រហូតទីផ្សារទៅដល់តម្លៃរបស់វា។",
  cancelAll: "បោះបង់ទាំងអស់",
  cancelAllTitle: (count) => `បោះបង់ការបញ្ជា ${formatCount(count)}?`,
  cancelAllDetail: "ការបញ្ជាទាំងនេះនឹងមិនត្រូវបានបំពេញទេ។ ទីតាំងរបស់អ្នក ជាមួយកាត់ខាត និងយកចំណេញ នៅដដែល។",

  time: "ពេលវេលា",
  deal: "ទិញ/លក់",
  opened: "បានបើក",
  how: "របៀប",
  costs: "ថ្លៃចំណាយ",
  result: "លទ្ធផល",
  balance: "សមតុល្យ",
  historyTable: "ការបញ្ជាដែលបានបំពេញក្នុងជុំនេះ ថ្មីបំផុតមុន",
  noHistory: "មិនទាន់មានការបំពេញបញ្ជាទេ",
  noHistoryText: "អ្វីដែលជុំនេះទិញ និងលក់ នឹងបង្ហាញនៅទីនេះ ជាមួយហេតុផលនៃតម្លៃនីមួយៗ។",
  showMore: "បង្ហាញបន្ថែម",

  commandFailed: "ផ្ញើមិនបាន។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
  changedElsewhere: "វាទើបតែត្រូវបានកែនៅកន្លែងផ្សេង។ បញ្ជីបង្ហាញស្ថានភាពឥឡូវនេះ។",
  gone: "វាមិននៅបើកទៀតទេ៖ វាទើបតែត្រូវបានបិទ បំពេញ ឬបោះបង់។",
};

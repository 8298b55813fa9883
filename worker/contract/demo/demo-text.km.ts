import type { Translation } from "../languages.ts";
import { formatUsd } from "../money.ts";
import { LEVERAGE, OPEN_POSITIONS_MAX, PLAN, priceMax, RESTING_ORDERS_MAX, START_CENTS } from "./demo-bounds.ts";

export const DEMO_TEXT: Translation<typeof import("./demo-text.ts").DEMO_TEXT> = {
  invalidAmount: "សូមបញ្ចូលបរិមាណត្រឹមត្រូវ",
  amountRange: "យ៉ាងច្រើន 999,999 ដោយមានខ្ទង់ទសភាគមិនលើស 8",
  invalidPrice: "សូមបញ្ចូលតម្លៃត្រឹមត្រូវ",
  priceRange: (decimals) => `យ៉ាងច្រើន ${priceMax(decimals)} ដោយមានខ្ទង់ទសភាគមិនលើស ${decimals}`,
  noSuchPrice: (field, orderType) => `ការបញ្ជាប្រភេទ ${orderType.replace("_", "-")} គ្មាន ${field} ទេ`,
  startBalanceRange: `សមតុល្យដើមត្រូវពី ${formatUsd(START_CENTS.min)} ទៅ ${formatUsd(START_CENTS.max)}`,
  leverageRange: `អានុភាពត្រូវពី ${LEVERAGE.min} ទៅ ${LEVERAGE.max} ឬគ្មានអានុភាព`,
  planRange: `មូលហេតុនៃផែនការត្រូវនៅក្នុងមួយបន្ទាត់ មិនលើស ${PLAN.reasonMax} តួអក្សរ`,
  tooMuchToClose: "អាចបិទបានច្រើនបំផុតត្រឹមបរិមាណដែលកំពុងបើក",
  expired: "ការបញ្ជានេះផុតកំណត់រួចទៅហើយ",
  tooManyOrders: `អ្នកមានការបញ្ជា ${RESTING_ORDERS_MAX} កំពុងរង់ចាំ។ សូមបោះបង់មួយជាមុនសិន។`,
  tooManyPositions: `អ្នកមានទីតាំង ${OPEN_POSITIONS_MAX} កំពុងបើក។ សូមបិទមួយជាមុនសិន។`,
  marketClosed: "ទីផ្សារនេះបិទនៅពេលនេះ",
  noPrice: "តម្លៃចាស់ពេក។ សូមរង់ចាំតម្លៃថ្មី។",
  sourcesDisagree: "ប្រភពតម្លៃមិនត្រូវគ្នានៅពេលនេះ។ សូមរង់ចាំរហូតដល់ត្រូវគ្នា។",
  alreadyReached: "ទីផ្សារបានទៅដល់តម្លៃនេះរួចហើយ",
  wrongSide: {
    stop: "តម្លៃកាត់ខាតត្រូវនៅផ្នែកខាត ឆ្ងាយពីតម្លៃយកចំណេញ",
    target: "តម្លៃយកចំណេញត្រូវនៅផ្នែកចំណេញ",
  },
  notEnough: (availableCents) => `សមតុល្យសាកល្បងរបស់អ្នកមិនគ្រប់គ្រាន់ទេ។ អាចប្រើបាន៖ ${formatUsd(availableCents)}`,
  reset: "គណនីសាកល្បងរបស់អ្នកត្រូវបានកំណត់ឡើងវិញនៅកន្លែងផ្សេង។ សូមផ្ទុកទំព័រឡើងវិញ ដើម្បីមើលជុំថ្មី។",
  changed: "វាត្រូវបានកែនៅកន្លែងផ្សេង ឬដោយទីផ្សារ។ សូមផ្ទុកទំព័រឡើងវិញ ដើម្បីមើលការផ្លាស់ប្តូរ។",
  nothingToDo: "នៅទីនេះគ្មានអ្វីត្រូវធ្វើទៀតទេ",
  frozen: "គណនីរបស់អ្នកត្រូវបានបង្កក៖ អ្នកអាចមើលគណនីសាកល្បង ប៉ុន្តែមិនអាចជួញដូរបានទេ។ សូមទាក់ទងផ្នែកជំនួយ។",
};

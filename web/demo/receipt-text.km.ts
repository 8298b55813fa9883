import type { DemoRule } from "../../worker/contract/demo/demo-types.ts";
import type { Translation } from "../../worker/contract/languages.ts";
import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";
import { formatCount } from "../ui/format.ts";
import { stepsText } from "./demo-format.ts";

const word = { buy: "ទិញ", sell: "លក់" } as const;

export const receiptText: Translation<typeof import("./receipt-text.ts").receiptText> = {
  filled: (side, what, price) => `${word[side]} ${what} បានបំពេញនៅតម្លៃ ${price}`,
  failure: {
    refused: { title: "ផ្ទុកបង្កាន់ដៃមិនបាន", text: "គ្មានអ្វីផ្លាស់ប្តូរទេ។ សូមព្យាយាមម្តងទៀត។" },
    unreachable: { title: "ផ្ទុកបង្កាន់ដៃមិនបាន", text: "សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។" },
  },
  missing: "គ្មានការបំពេញបញ្ជានេះក្នុងគណនីសាកល្បងរបស់អ្នកទេ។ តំណទៅបង្កាន់ដៃបើកបានសម្រាប់តែម្ចាស់របស់វា។",
  rule: "វិធាន",
  quotes: "តម្លៃដេញជុំវិញការបំពេញបញ្ជា",
  quote: "តម្លៃដេញ",
  time: "ពេលវេលា",
  bid: "តម្លៃទិញ",
  ask: "តម្លៃលក់",
  mid: "តម្លៃបង្ហាញ",
  toFill: "ធៀបពេលបំពេញ",
  source: "ប្រភព",
  slippage: "ការរអិលតម្លៃ",
  slippageWords: (symbol, steps) => {
    if (steps === 0) return "គ្មាន";
    return `${stepsText(symbol, Math.abs(steps))} ${steps > 0 ? "អន់ជាង" : "ល្អជាង"}`;
  },
  commission: "កម្រៃជើងសា",
  margin: "ប្រាក់ធានា",
  change: (before, after) => `${before} ទៅ ${after}`,
  age: "អាយុតម្លៃដេញ",
  balance: "សមតុល្យក្រោយមក",
  asked: "តម្លៃនៃការបញ្ជា",
  chart: "តម្លៃទិញ និងតម្លៃលក់ជុំវិញការបំពេញបញ្ជា",
  verifying: "កំពុងពិនិត្យភស្តុតាង",
  verified: "បានផ្ទៀងផ្ទាត់ក្នុងកម្មវិធីរុករកនេះ",
  verifiedIn: (ms, sealedAt) => `បានគណនាឡើងវិញក្នុង ${Math.max(1, Math.round(ms))} ms ពីត្រាសាធារណៈ។ ${sealedAt}។`,
  withoutOrder: "បង្កាន់ដៃចាស់ៗមិនមានបញ្ជារបស់វាទេ៖ បញ្ជានោះមិនត្រូវបានផ្ទៀងផ្ទាត់ទេ។",
  notKnown: "មិនបានផ្ទៀងផ្ទាត់",
  notKnownText: "ទំព័រនេះមិនស្គាល់អ្វីមួយដែលបង្កាន់ដៃនិយាយ។ សូមផ្ទុកទំព័រឡើងវិញ រួចផ្ទៀងផ្ទាត់ម្តងទៀត។",
  different: "បង្កាន់ដៃនេះមិនត្រូវនឹងកំណត់ត្រាតម្លៃទេ",
  differentText: (step) => `ការពិនិត្យបរាជ័យត្រង់៖ ${STEP_NAMES[step]}។`,
  contactSupport: "សូមទាក់ទងផ្នែកជំនួយ ជាមួយភស្តុតាងនេះ។",
  unpublished: "ត្រាមិនទាន់ជាសាធារណៈទេ",
  unpublishedText: "បញ្ជីត្រាសាធារណៈនឹងមកដល់ក្នុងមួយនាទី។ សូមផ្ទៀងផ្ទាត់ម្តងទៀតនៅពេលនោះ។",
  unchecked: "ផ្ទុកត្រាសាធារណៈមិនបាន",
  uncheckedText: "សូមពិនិត្យការតភ្ជាប់ រួចផ្ទៀងផ្ទាត់ម្តងទៀត។",
  lost: "កំណត់ត្រាតម្លៃលែងមានតម្លៃដេញថ្លៃនេះទៀតហើយ",
  lostText:
    "ផ្នែកចុងនៃកំណត់ត្រាតម្លៃត្រូវបាត់បង់ មុនពេលនាទីនេះត្រូវបានបោះត្រា។ ប្រតិបត្តិការនៅដដែល ប៉ុន្តែគ្មានអ្វីអាចបញ្ជាក់តម្លៃរបស់វាបានទេ។ កំណត់ត្រាតម្លៃសរសេរបញ្ជាក់ចន្លោះនោះ។",
  unsealed: "មិនទាន់បោះត្រាទេ",
  unsealedText: (seconds) => (seconds > 0 ? `នាទីនេះចប់ក្នុង ${seconds} វិនាទី` : "នាទីនេះចប់ហើយ ត្រារបស់វានឹងមកដល់ក្នុងប៉ុន្មានវិនាទី"),
  sealedAt: (clock) => `បានបោះត្រានៅ ${clock}`,
  verifyAgain: "ផ្ទៀងផ្ទាត់ម្តងទៀត",
  verify: "ផ្ទៀងផ្ទាត់",
  copyProof: "ចម្លងភស្តុតាង",
  copyLink: "ចម្លងតំណ",
  copied: "បានចម្លង",
  notCopied: "កម្មវិធីរុករកមិនអនុញ្ញាតឱ្យចម្លងទេ",
  used: (words) => `${words} បានប្រើ`,
  fromFill: (ms) => {
    if (ms === 0) return "ពេលបំពេញ";
    return ms < 0 ? `${formatCount(-ms)} ms មុន` : `${formatCount(ms)} ms ក្រោយ`;
  },
  sourceWords: ({ quote, spreadsVersion }) => {
    const name = SOURCE_NAMES[quote.source];
    if (quote.kind === "quoted") return `${name} តម្លៃដេញពីប្រភព`;
    return spreadsVersion === null ? `${name} តាមគំរូ` : `${name} គម្លាតតម្លៃតាមគំរូ តារាង ${spreadsVersion}`;
  },
  hashes: (count) => `hash ${formatCount(count)}`,
  quotesInMinute: (count) => `កំណត់ត្រា ${formatCount(count)} ក្នុងនាទីនេះ`,
};

/** Khmer of the names of the proof's steps. */
export const STEP_NAMES: typeof import("./receipt-text.ts").STEP_NAMES = {
  rule: "ការបំពេញបញ្ជា",
  quote: "តម្លៃដេញរបស់អ្នក",
  path: "ផ្លូវ",
  root: "ឫសនៃនាទី",
  previous: "ត្រាមុន",
  seal: "ត្រានៃនាទី",
};

/** Khmer of what decided the price of a fill. */
export const ruleSentence: typeof import("./receipt-text.ts").ruleSentence = ({ rule, side, costsVersion }) => {
  const price = costsVersion === null ? "តម្លៃដែលបង្ហាញ" : side === "buy" ? "តម្លៃលក់" : "តម្លៃទិញ";
  const sentences: Readonly<Record<DemoRule, string>> = {
    market: `បញ្ជា${word[side]}តាមទីផ្សារ បំពេញតាម${price}នៃតម្លៃដេញថ្មីបំផុត បើវាមិនចាស់ជាង 10 វិនាទី។`,
    limit: `បញ្ជា${word[side]}កំណត់តម្លៃ បំពេញតាម${price}នៃតម្លៃដេញដំបូង ដែលស្មើតម្លៃកំណត់ ឬល្អជាង។`,
    stop: `បញ្ជាឈប់ដើម្បី${word[side]} បំពេញតាម${price}នៃតម្លៃដេញដំបូងដែលទៅដល់វា។ បើតម្លៃលោតរំលង យើងយកតម្លៃដែលលោតទៅដល់។`,
    stop_limit: `បញ្ជាឈប់កំណត់តម្លៃ ក្លាយជាបញ្ជាកំណត់តម្លៃពេលដល់តម្លៃឈប់ ហើយបំពេញតាម${price}នៃតម្លៃដេញដំបូង ដែលស្មើតម្លៃកំណត់ ឬល្អជាង។`,
    stop_loss: `កាត់ខាតបិទតាម${price}នៃតម្លៃដេញដំបូងដែលទៅដល់វា។ បើតម្លៃលោតរំលង យើងយកតម្លៃដែលលោតទៅដល់។`,
    take_profit: `យកចំណេញបិទតាម${price}នៃតម្លៃដេញដំបូងដែលទៅដល់វា។`,
    trailing_stop: `កាត់ខាតរំកិលបិទតាម${price}នៃតម្លៃដេញដំបូង ដែលថយពីតម្លៃល្អបំផុតស្មើនឹងចម្ងាយរបស់វា។`,
    close: `ទីតាំងដែលអ្នកបិទ បំពេញតាម${price}នៃតម្លៃដេញថ្មីបំផុត បើវាមិនចាស់ជាង 10 វិនាទី។`,
    stop_out: `ពេលមូលធនធ្លាក់ដល់ពាក់កណ្តាលនៃប្រាក់ធានា ទីតាំងដែលខាតច្រើនជាងគេត្រូវបិទតាម${price}នៃតម្លៃដេញនោះ។`,
    reset: `ការកំណត់ឡើងវិញបិទទីតាំងកំពុងបើកតាម${price}នៃតម្លៃដេញថ្មីបំផុត បើវាមិនចាស់ជាង 10 វិនាទី។`,
  };
  return sentences[rule];
};

import type { Translation } from "../../worker/contract/languages.ts";

export const lineText: Translation<typeof import("./line-text.ts").lineText> = {
  kinds: { stop: "កាត់ខាត", target: "យកចំណេញ", trail: "រំកិល", limit: "តម្លៃកំណត់" },
  orderTypes: {
    market: "តាមទីផ្សារ",
    limit: "តាមបញ្ជាកំណត់តម្លៃ",
    stop: "តាមបញ្ជាឈប់",
    stop_limit: "តាមបញ្ជាឈប់កំណត់តម្លៃ",
  },
  at: (amount, price) => `${amount} នៅ ${price}`,
  handle: {
    stop: (trade) => `កាត់ខាតរបស់ ${trade}`,
    target: (trade) => `យកចំណេញរបស់ ${trade}`,
    trail: (trade) => `កាត់ខាតរំកិលរបស់ ${trade}`,
    limit: (trade) => `តម្លៃកំណត់របស់ ${trade}`,
    order: (trade) => `តម្លៃរបស់ ${trade}`,
  },
  handleHelp: "គ្រាប់ចុចព្រួញរំកិលវា Enter ផ្ញើវា Esc ដាក់វានៅកន្លែងដើមវិញ",
  remove: {
    stop: (trade) => `លុបកាត់ខាតរបស់ ${trade}`,
    target: (trade) => `លុបយកចំណេញរបស់ ${trade}`,
    trail: (trade) => `លុបកាត់ខាតរំកិលរបស់ ${trade}`,
    limit: (trade) => `បោះបង់ ${trade}`,
    order: (trade) => `បោះបង់ ${trade}`,
  },
  wrongSide: {
    stop: (isAbove) => `នៅទីនេះ កាត់ខាតត្រូវនៅ${isAbove ? "លើ" : "ក្រោម"}តម្លៃ`,
    target: (isAbove) => `នៅទីនេះ យកចំណេញត្រូវនៅ${isAbove ? "លើ" : "ក្រោម"}តម្លៃ`,
  },
  fillsAtOnce: "បំពេញភ្លាមៗ",
  gone: "មិនមានទៀតទេ",
  notMoved: (reason) => `រំកិលមិនបាន៖ ${reason}`,
  notRemoved: (reason) => `លុបមិនបាន៖ ${reason}`,
  changedElsewhere: "វាត្រូវបានកែនៅកន្លែងផ្សេងមុន",
  noAnswer: "គ្មានចម្លើយ។ បន្ទាត់បង្ហាញអ្វីដែលយើងដឹង",
  r: (ratio) => `${ratio}R`,

  receipt: (fill) => `ហេតុអ្វីបានជាតម្លៃនេះ? ${fill}`,

  menu: (price) => `នៅតម្លៃ ${price}`,
  orders: {
    limit: { buy: "ទិញតាមបញ្ជាកំណត់តម្លៃ", sell: "លក់តាមបញ្ជាកំណត់តម្លៃ" },
    stop: { buy: "ទិញតាមបញ្ជាឈប់", sell: "លក់តាមបញ្ជាឈប់" },
  },
  exits: {
    stop: (trade) => `កាត់ខាតរបស់ ${trade}`,
    target: (trade) => `យកចំណេញរបស់ ${trade}`,
  },
};

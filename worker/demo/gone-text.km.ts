import type { Translation } from "../contract/languages.ts";

export const GONE_TEXT: Translation<typeof import("./gone-text.ts").GONE_TEXT> = {
  closedBy: {
    stop_loss: "ការកាត់ខាតរបស់អ្នកបានបិទទីតាំងនេះ",
    take_profit: "ការយកចំណេញរបស់អ្នកបានបិទទីតាំងនេះ",
    trailing_stop: "ការកាត់ខាតរំកិលរបស់អ្នកបានបិទទីតាំងនេះ",
    stop_out: "ទីតាំងនេះត្រូវបានបិទដោយបង្ខំ",
  },
  closed: "ទីតាំងនេះបានបិទរួចហើយ",
  filled: "ការបញ្ជានេះបានបំពេញរួចហើយ",
  planLocked: "ការបញ្ជានេះបានបំពេញរួចហើយ ហើយផែនការរបស់វាត្រូវបានចាក់សោ",
  ended: "ការបញ្ជានេះត្រូវបានបោះបង់ ឬបានផុតកំណត់",
};

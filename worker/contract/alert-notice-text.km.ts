import type { Translation } from "./languages.ts";

export const ALERT_NOTICE_TEXT: Translation<typeof import("./alert-notice-text.ts").ALERT_NOTICE_TEXT> = {
  hours: (count) => `${count} ម៉ោង`,
  minutes: (count) => `${count} នាទី`,
  level: {
    rises: (symbol, price) => `${symbol} បានឡើងដល់ ${price}`,
    falls: (symbol, price) => `${symbol} បានចុះដល់ ${price}`,
  },
  line: {
    rises: (symbol) => `${symbol} បានឡើងកាត់បន្ទាត់របស់អ្នក`,
    falls: (symbol) => `${symbol} បានចុះកាត់បន្ទាត់របស់អ្នក`,
  },
  move: {
    up: (symbol, percent, time) => `${symbol} បានឡើង ${percent} ក្នុង ${time}`,
    down: (symbol, percent, time) => `${symbol} បានចុះ ${percent} ក្នុង ${time}`,
    either: (symbol, percent, time) => `${symbol} បានឡើង ឬចុះ ${percent} ក្នុង ${time}`,
  },
  fired: (symbol) => `${symbol}៖ ការជូនដំណឹងតម្លៃរបស់អ្នកបានដំណើរការ`,
  withNote: (price, note) => `${price}។ “${note}”`,
};

/** What a notification and its mail say of a price alert that fired. */
export const ALERT_NOTICE_TEXT = {
  hours: (count: string) => `${count} h`,
  minutes: (count: string) => `${count} min`,
  level: {
    rises: (symbol: string, price: string) => `${symbol} rose to ${price}`,
    falls: (symbol: string, price: string) => `${symbol} fell to ${price}`,
  },
  line: {
    rises: (symbol: string) => `${symbol} rose through your line`,
    falls: (symbol: string) => `${symbol} fell through your line`,
  },
  move: {
    up: (symbol: string, percent: string, time: string) => `${symbol} rose ${percent} within ${time}`,
    down: (symbol: string, percent: string, time: string) => `${symbol} fell ${percent} within ${time}`,
    either: (symbol: string, percent: string, time: string) => `${symbol} moved ${percent} within ${time}`,
  },
  fired: (symbol: string) => `${symbol}: your alert fired`,
  withNote: (price: string, note: string) => `${price}. “${note}”`,
} as const;

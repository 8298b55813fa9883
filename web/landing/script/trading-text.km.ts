import type { DemoRule } from "../../../worker/contract/demo/demo-types.ts";
import type { Translation } from "../../../worker/contract/languages.ts";
import { formatSignedMoney, formatUnits, inOneLine } from "../../ui/format.ts";
import { priceOf } from "./traded-price.ts";

export const tradingText: Translation<typeof import("./trading-text.ts").tradingText> = {
  keep: "បង្កើតគណនី ដើម្បីរក្សាសមតុល្យ",
  openTerminal: "បើកផ្ទាំងជួញដូរ ដើម្បីបន្ត",
  order: "បញ្ជាសាកល្បង",
  amount: "បរិមាណ",
  stop: "កាត់ខាត",
  target: "យកចំណេញ",
  optional: "មិនដាក់ក៏បាន",
  notUnderstood: "សូមកែលេខជាមុនសិន",
  closedUntil: (opens) => `បិទរហូតដល់ ${opens}`,
  keepsNothing:
    "ប្រាក់សាកល្បងតាមតម្លៃផ្ទាល់ ហើយគ្មានអ្វីត្រូវបានរក្សាទុកទេ៖ ពេលចាកចេញពីទំព័រនេះ ការសាកល្បងត្រូវបញ្ចប់។ គណនីរក្សាទុកសមតុល្យសាកល្បង ការបញ្ជា និងប្រវត្តិរបស់វា។",
  positions: "ទីតាំងសាកល្បងរបស់អ្នក",
  fromTo: (entry, now) => `${entry} → ${now}`,
  noPositions: "ទីតាំងសាកល្បងរបស់អ្នកបង្ហាញនៅទីនេះ។",
  balance: "សមតុល្យ",
  equity: "មូលធន",
  pnl: "ចំណេញ/ខាត",
  close: "បិទ",
  closePosition: (symbol) => `បិទ ${symbol}`,
};

export const ORDER_WAITS: typeof import("./trading-text.ts").ORDER_WAITS = {
  sources_disagree: "ប្រភពតម្លៃមិនត្រូវគ្នា",
  not_enough: "ប្រាក់សាកល្បងមិនគ្រប់គ្រាន់",
  too_many_positions: "ទីតាំងកំពុងបើកច្រើនពេក",
};

const CLOSED: Readonly<Partial<Record<DemoRule, string>>> = {
  stop_loss: "កាត់ខាត",
  take_profit: "យកចំណេញ",
  stop_out: "បិទដោយបង្ខំ",
};

export const fillText: typeof import("./trading-text.ts").fillText = (fill) => {
  const { kind, side, rule, units, symbol, price, profitCents } = fill;
  const deal = `${formatUnits(units)} ${symbol} នៅ ${priceOf(symbol, price)}`;
  if (kind === "open") return `${side === "buy" ? "បានទិញ" : "បានលក់"} ${deal}`;
  return `${CLOSED[rule] ?? "បានបិទ"} ${deal}៖ ${inOneLine(formatSignedMoney((profitCents ?? 0) / 100))}`;
};

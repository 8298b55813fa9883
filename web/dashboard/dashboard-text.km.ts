import type { Translation } from "../../worker/contract/languages.ts";
import { DEPOSIT } from "../../worker/contract/limits.ts";
import { formatCount } from "../ui/format.ts";
import { dashboardLabels } from "./dashboard-labels.km.ts";

const trades = (count: number) => `ការជួញដូរ ${formatCount(count)}`;

/** Khmer of `dashboard-text.ts`. */
export const dashboardText: Translation<typeof import("./dashboard-text.ts").dashboardText> = {
  ...dashboardLabels,
  noChange: "ថ្ងៃនេះមិនប្រែប្រួល",
  today: "ថ្ងៃនេះ",
  availableNow: "អាចប្រើបានឥឡូវនេះ",
  onHold: "កំពុងរក្សាទុក",
  withHold: "អាចប្រើបាន និងកំពុងរក្សាទុក",
  deposits: "ការដាក់ប្រាក់",
  withdrawals: "ការដកប្រាក់",
  totalPnl: "ចំណេញ/ខាតសរុប",
  noTradesToday: "ថ្ងៃនេះគ្មានការជួញដូរ",
  tradesClosed: (count) => `បានបិទ${trades(count)}`,
  noPositions: "គ្មានទីតាំងបើក",
  notYetClosed: "មិនទាន់បិទ",
  ofDays: "នៃចំនួនថ្ងៃ",
  wonDays: (won, traded) => `នៃចំនួនថ្ងៃ៖ ${formatCount(won)} ក្នុងចំណោម ${formatCount(traded)}`,
  noTradesYet: "មិនទាន់មានការជួញដូរ",
  figures: "តួលេខរបស់អ្នក",
  noTrades: "គ្មានការជួញដូរថ្មីៗ",
  noTradesText: "ប្រវត្តិជួញដូររបស់អ្នកនឹងបង្ហាញនៅទីនេះ",
  ownDashboard: "បង្ហាញផ្ទាំងគ្រប់គ្រងរបស់ខ្ញុំ",
  placeTrade: "ជួញដូរសាកល្បង",
  notLoaded: {
    title: "ផ្ទុកការជួញដូររបស់អ្នកមិនបាន",
    text: "គ្មានការជួញដូរណាបាត់បង់ទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
  },
  newestFirst: "ការជួញដូរដែលបានបិទ ថ្មីបំផុតនៅខាងលើ",
  allTrades: "ការជួញដូរទាំងអស់",
  columns: {
    type: "ប្រភេទ",
    trade: "ការជួញដូរ",
    symbol: "និមិត្តសញ្ញា",
    amount: "បរិមាណ",
    time: "ម៉ោង",
    profit: "ចំណេញ/ខាត",
  },
  sides: { Buy: "ទិញ", Sell: "លក់" },
  history: "ប្រវត្តិជួញដូរ",
  historySoon: "ប្រវត្តិជួញដូរនឹងមានឆាប់ៗនេះ...",
  back: "ត្រឡប់ទៅផ្ទាំងគ្រប់គ្រង",
  equity: {
    title: "ចំណេញ/ខាតបានបិទ",
    note: "ការជួញដូរដែលបានបិទ មិនរាប់ការដាក់ប្រាក់",
    ranges: "រយៈពេលនៃក្រាប",
    range: { weeks: "2 សប្តាហ៍", month: "ខែ", all: "ទាំងអស់" },
    inRange: { weeks: "ក្នុង 2 សប្តាហ៍", month: "ក្នុង 30 ថ្ងៃ", all: "តាំងពីការជួញដូរដំបូង" },
    now: "ថ្ងៃនេះ",
    slider: "ចំណេញ/ខាតបានបិទតាមថ្ងៃ",
    point: (day, total, count) => `${day}៖ ${total} ${count === 0 ? "គ្មានការជួញដូរ" : trades(count)}`,
    loading: "កំពុងផ្ទុកចំណេញ/ខាតបានបិទរបស់អ្នក",
    missing: "ផ្ទុកក្រាបមិនបាន",
    retry: "ព្យាយាមម្តងទៀត",
  },
  actions: {
    deposit: "ដាក់ប្រាក់",
    depositNote: `KHQR ពីកម្មវិធីធនាគាររបស់អ្នក ចាប់ពី $${DEPOSIT.amountCentsMin / 100}`,
    withdraw: "ដកប្រាក់",
    withdrawNote: "ទៅ KHQR ឬធនាគាររបស់អ្នក យើងពិនិត្យជាមុន",
    trade: "ជួញដូរ",
    tradeNote: "សាកល្បងតាមតម្លៃផ្ទាល់ ដោយប្រាក់សាកល្បង",
    verify: "ផ្ទៀងផ្ទាត់អត្តសញ្ញាណ",
    verifyNote: "ពិនិត្យក្នុងរយៈពេល 24–48 ម៉ោង",
  },
};

import type { Translation } from "../../worker/contract/languages.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import {
  formatCount,
  formatDate,
  formatDay,
  formatLongDate,
  formatMonth,
  formatPercent,
  formatWith,
} from "../ui/format.ts";
import { groupText } from "./group-text.km.ts";
import { performanceLabels } from "./performance-labels.km.ts";
import { FEW_TRADES } from "./trade-counts.ts";
import type { RunName } from "./trade-filter.ts";

const instantOf = (day: number) => day * DAY_MS;

const trades = (number: number) => `ការជួញដូរ ${formatCount(number)}`;

const WEEKDAYS = ["ថ្ងៃអាទិត្យ", "ថ្ងៃចន្ទ", "ថ្ងៃអង្គារ", "ថ្ងៃពុធ", "ថ្ងៃព្រហស្បតិ៍", "ថ្ងៃសុក្រ", "ថ្ងៃសៅរ៍"] as const;
const RUNS = {
  maxDrawdown: "ការធ្លាក់ចុះអតិបរមាជាប្រាក់",
  longestWinStreak: "ឈ្នះជាប់គ្នា",
  longestLossStreak: "ចាញ់ជាប់គ្នា",
} as const satisfies Record<RunName, string>;
const DIRECTIONS = { Buy: "ទិញ", Sell: "លក់" } as const;

const hour = (number: number) => `${String(number).padStart(2, "0")}:00`;

export const performanceText: Translation<typeof import("./performance-text.ts").performanceText> = {
  trades,
  weekday: (number) => WEEKDAYS[number] ?? "",
  weekdayShort: ["អា", "ច", "អ", "ពុ", "ព្រ", "សុ", "ស"],
  hour,
  directions: DIRECTIONS,
  longDate: (day) => formatLongDate(instantOf(day), "UTC"),
  date: (day) => formatDate(instantOf(day), "UTC"),
  shortDate: (day) => formatDay(instantOf(day), "UTC"),
  month: ({ year, month }) => formatMonth(Date.UTC(year, month - 1), "UTC"),
  longMonth: ({ year, month }) => formatWith(Date.UTC(year, month - 1), "UTC", { month: "long", year: "numeric" }),
  show: "បង្ហាញការជួញដូរ",
  imported: "បាននាំចូល",

  cards: {
    group: "តួលេខរបស់អ្នក",
    totalPnl: performanceLabels.totalPnl,
    balance: "សមតុល្យ",
    feesTakenOff: "បានដកថ្លៃសេវាហើយ",
    todayPnl: performanceLabels.todayPnl,
    noTradesToday: "គ្មានការជួញដូរថ្ងៃនេះ",
    todaysPerformance: "លទ្ធផលថ្ងៃនេះ",
    winRate: performanceLabels.winRate,
    ofDays: "តាមថ្ងៃ",
    winRateFormula: "របៀបគណនាអត្រាឈ្នះ",
    byTrade: (wins, all, percent) =>
      `ការជួញដូរឈ្នះ / ការជួញដូរសរុប × 100\n${formatCount(wins)} / ${formatCount(all)} × 100 = ${formatPercent(percent)}`,
    byDay: (percent) => `តាមថ្ងៃ៖ ថ្ងៃឈ្នះ / ថ្ងៃមានការជួញដូរ × 100 = ${formatPercent(percent)}`,
    won: "ឈ្នះ",
    lost: "ចាញ់",
    days: "ថ្ងៃ",
    tradesLine: "ការជួញដូរ៖",
    wins: "ឈ្នះ",
    losses: "ចាញ់",
    even: "ស្មើ",
    averages: performanceLabels.averages,
    win: "ចំណេញ",
    loss: "ខាត",
    profitFactor: performanceLabels.profitFactor,
    profit: "ចំណេញ",
    grossLoss: "ខាត",
    bestDay: performanceLabels.bestDay,
    noTrades: "មិនទាន់មានការជួញដូរ",
    buyTrades: performanceLabels.buyTrades,
    sellTrades: performanceLabels.sellTrades,
    ofTrades: "នៃការជួញដូរ",
  },

  progression: {
    title: performanceLabels.progression,
    start: "ដើម",
    deposit: "ដាក់ប្រាក់",
    now: "ឥឡូវនេះ",
    end: "ចុងបញ្ចប់",
    balance: "សមតុល្យ",
    inAll: (number) => `សរុប ${formatCount(number)}`,
    point: (name, sum) => `${name}៖ សមតុល្យ ${sum}`,
  },

  calendar: {
    title: "ចំណេញ/ខាតប្រចាំខែ",
    summary: (number, winning, losing, even) =>
      `${trades(number)}, ថ្ងៃឈ្នះ ${winning}, ថ្ងៃចាញ់ ${losing}${even > 0 ? `, ថ្ងៃស្មើ ${even}` : ""}`,
    previous: "ខែមុន",
    next: "ខែបន្ទាប់",
    weekHead: "សប្តាហ៍",
    today: "ថ្ងៃនេះ",
    week: (number) => `សប្តាហ៍ទី ${number}`,
    weekShort: (number) => `ស.${number}`,
    noTrades: "គ្មានការជួញដូរ",
    unknown: { loading: "កំពុងផ្ទុក", failed: "មិនបានផ្ទុក" },
    asOf: (time) => `គិតត្រឹម ${time}`,
    failed: "ផ្ទុកខែនេះមិនបាន។",
    retry: "ព្យាយាមម្តងទៀត",
    unknownDay: (day, what) => `${formatLongDate(instantOf(day), "UTC")}៖ ${what}`,
    unknownWeek: (week, what) => `សប្តាហ៍ទី ${week}៖ ${what}`,
    dayLabel: (day, result, number) =>
      `${formatLongDate(instantOf(day), "UTC")}៖ ${number === 0 ? "គ្មានការជួញដូរ" : `${result}, ${trades(number)}`}`,
    weekLabel: (week, result, number) =>
      `សប្តាហ៍ទី ${week}៖ ${number === 0 ? "គ្មានការជួញដូរ" : `${result}, ${trades(number)}`}`,
  },

  list: {
    none: "ការជួញដូរ",
    noneHint: "សូមជ្រើសថ្ងៃ ឬសប្តាហ៍ក្នុងប្រតិទិន ដើម្បីមើលការជួញដូរ។",
    ofDay: (day) => `ការជួញដូរ ${formatLongDate(instantOf(day), "UTC")}`,
    ofWeek: (week, year) => `ការជួញដូរសប្តាហ៍ទី ${week} ឆ្នាំ ${year}`,
    all: "ការជួញដូរទាំងអស់",
    showAll: "បង្ហាញការជួញដូរទាំងអស់",
    back: "ត្រឡប់ទៅប្រតិទិន",
    emptyDay: "រកមិនឃើញការជួញដូរសម្រាប់ថ្ងៃនេះទេ។",
    emptyWeek: "រកមិនឃើញការជួញដូរសម្រាប់សប្តាហ៍នេះទេ។",
    emptyAll: "រកមិនឃើញការជួញដូរទេ។",
    failed: "ផ្ទុកការជួញដូរទាំងនេះមិនបាន",
    failedText: "គ្មានការជួញដូរណាបាត់បង់ទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
    net: "សុទ្ធ",
    detail: "ព័ត៌មានលម្អិត",
    columns: {
      date: "កាលបរិច្ឆេទ",
      symbol: "និមិត្តសញ្ញា",
      direction: "ទិសដៅ",
      size: "ទំហំ",
      entry: "តម្លៃចូល",
      exit: "តម្លៃចេញ",
      result: "ចំណេញ/ខាត",
    },
    downloadCsv: "ទាញយក CSV",
    downloadReport: "របាយការណ៍ MetaTrader",
    remove: (label) => `${label}៖ បង្ហាញទាំងអស់វិញ`,
  },

  only: (only) => {
    switch (only.by) {
      case "symbol":
        return only.symbol;
      case "direction":
        return DIRECTIONS[only.direction];
      case "result":
        return { win: "ឈ្នះ", loss: "ចាញ់", even: "ស្មើ" }[only.result];
      case "weekday":
        return WEEKDAYS[only.weekday] ?? "";
      case "hour":
        return `បានបិទពី ${hour(only.hour)} ដល់ ${String(only.hour).padStart(2, "0")}:59`;
      case "month":
        return formatMonth(Date.UTC(only.year, only.month - 1), "UTC");
      case "days":
        return `${formatDate(instantOf(only.fromDay), "UTC")} – ${formatDate(instantOf(only.toDay), "UTC")}`;
      case "run":
        return RUNS[only.of];
      case "stop":
        return "មានកាត់ខាត";
      case "group":
        return groupText(only.of, only.key);
    }
  },

  filter: {
    group: "តម្រង",
    active: "តួលេខបង្ហាញតែ",
    clear: "លុបតម្រង",
    symbol: "និមិត្តសញ្ញា",
    allSymbols: "និមិត្តសញ្ញាទាំងអស់",
    direction: "ទិសដៅ",
    both: "ទាំងពីរ",
    period: "រយៈពេល",
    days: (number) => (number === 365 ? "1 ឆ្នាំ" : `${number} ថ្ងៃ`),
    all: "ទាំងអស់",
    dates: "កាលបរិច្ឆេទ",
    from: "ពី",
    to: "ដល់",
    lastDays: (number) => (number === 365 ? "1 ឆ្នាំចុងក្រោយ" : `${number} ថ្ងៃចុងក្រោយ`),
  },

  origin: {
    title: "លទ្ធផលមកពីណា",
    lead: (since, zone) => `ការជួញដូរដែលបានបិទតាំងពី ${since} មិនគិតការដាក់ប្រាក់។ ម៉ោងតាម ${zone}។`,
    leadEmpty: "ការជួញដូរដែលបានបិទ មិនគិតការដាក់ប្រាក់។",
    empty: "មិនទាន់មានការជួញដូរដែលបានបិទ",
    emptyText: "ខ្សែកោងនៃលទ្ធផលរបស់អ្នក និងប្រភពរបស់វា នឹងបង្ហាញនៅទីនេះ។",
    few: (number) => `${trades(number)} មកទល់ពេលនេះ`,
    fewText: `មធ្យមភាគ ការឈ្នះចាញ់ជាប់គ្នា និងលទ្ធផលតាមនិមិត្តសញ្ញា ថ្ងៃ និងម៉ោង មានន័យចាប់ពីការជួញដូរ ${FEW_TRADES}។`,
    emptyFilter: "គ្មានការជួញដូរដែលបានបិទត្រូវនឹងតម្រងនេះទេ",
    toTrading: "ទៅជួញដូរ",
    failed: "ផ្ទុកតួលេខមិនបាន",
    failedText: "ការជួញដូររបស់អ្នកនៅមានសុវត្ថិភាព។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
    loading: "កំពុងផ្ទុកតួលេខរបស់អ្នក",
  },

  equity: {
    title: "ចំណេញ/ខាតបានបិទតាមពេលវេលា",
    peak: "កំពូល",
    maxDrawdown: RUNS.maxDrawdown,
    maxDrawdownTip: "ការធ្លាក់ចុះជ្រៅបំផុតពីកំពូលមុន គិតតាមការជួញដូរនីមួយៗ។ ខ្សែកោងបង្ហាញចុងថ្ងៃនីមួយៗ។",
    maxFall: "ការធ្លាក់ចុះអតិបរមាជាភាគរយ",
    maxFallTip:
      "ការធ្លាក់ចុះជ្រៅបំផុតនៃគណនី ជាភាគរយនៃកំពូលរបស់វានៅពេលនោះ។ ការដាក់ប្រាក់ក្រោយមកមិនត្រូវរាប់ទេ ហើយការដាក់ ឬដកប្រាក់ មិនមែនជាចំណេញ ឬខាតទេ។",
    belowPeak: "ក្រោមកំពូលឥឡូវនេះ",
    longest: "ការធ្លាក់ចុះយូរបំផុត",
    days: (number) => `${formatCount(number)} ថ្ងៃ`,
    closedPnl: "ចំណេញ/ខាតបានបិទ",
    drawdown: "ការធ្លាក់ចុះ",
    fromPeak: "ការធ្លាក់ចុះពីកំពូល",
    today: "ថ្ងៃនេះ",
    slider: "ចំណេញ/ខាតបានបិទតាមថ្ងៃ គ្រាប់ចុចព្រួញរំកិលម្តងមួយថ្ងៃ Enter បង្ហាញការជួញដូរនៃថ្ងៃនោះ",
    point: (day, total, drawdown, number) =>
      `${formatLongDate(instantOf(day), "UTC")}៖ ចំណេញ/ខាតបានបិទ ${total}, ការធ្លាក់ចុះ ${drawdown}, ${number === 0 ? "គ្មានការជួញដូរ" : trades(number)}`,
  },

  keyFigures: {
    title: "ក្នុងមួយការជួញដូរ",
    expectancy: "លទ្ធផលរំពឹងទុក",
    expectancyTip: "លទ្ធផលមធ្យមនៃការជួញដូរមួយ៖ លទ្ធផលទាំងអស់ / ការជួញដូរសរុប។",
    averageR: "R មធ្យម",
    averageRTip: "ចំណេញចែកនឹងចំនួនដែលប្រថុយរហូតដល់កាត់ខាត សម្រាប់ការជួញដូរដែលមានកាត់ខាត។",
    winStreak: RUNS.longestWinStreak,
    lossStreak: RUNS.longestLossStreak,
    holding: "រយៈពេលកាន់មធ្យម",
  },

  breakdown: {
    bySymbol: "តាមនិមិត្តសញ្ញា",
    byWeekday: "តាមថ្ងៃក្នុងសប្តាហ៍",
    byHour: "តាមម៉ោងក្នុងថ្ងៃ",
    unit: (currency) => `ចំណេញ/ខាត, ${currency}`,
    share: (number, percent) => `${trades(number)}, ឈ្នះ ${formatPercent(percent, 0)}`,
    best: "ល្អបំផុត",
    worst: "អន់បំផុត",
    only: "តែមួយ",
    more: (number) => `បង្ហាញ ${number} ទៀត`,
    fewer: "បង្ហាញតិចជាង",
    bar: (name, result, number, percent) =>
      number === 0 ? `${name}៖ គ្មានការជួញដូរ` : `${name}៖ ${result}, ${trades(number)}, ឈ្នះ ${formatPercent(percent, 0)}`,
  },
};

import type { Translation } from "../../worker/contract/languages.ts";
import { formatCount, formatPercent } from "../ui/format.ts";

const trades = (number: number) => `ការជួញដូរ ${formatCount(number)}`;
const won = (share: number) => formatPercent(share * 100, 0);

export const insightsText: Translation<typeof import("./insights-text.ts").insightsText> = {
  studying: "កំពុងមើលការជួញដូររបស់អ្នក",

  found: (findings, studied) => `រកឃើញ ${formatCount(findings)} ក្នុង${trades(studied)}`,
  nothingStands: (studied) => `គ្មានអ្វីលេចធ្លោក្នុង${trades(studied)}`,
  isResult: "នោះក៏ជាលទ្ធផលដែរ៖ គ្មានទម្លាប់ណាក្នុងសំណួរខាងក្រោម ដែលធ្វើឱ្យអ្នកខាតខុសពីសំណាងឡើយ។",
  bound: (asked) => `សំណួរថេរ ${formatCount(asked)}។ បើការជួញដូររបស់អ្នកគ្មានលំនាំអ្វីសោះ អ្នកនឹងឃើញការរកឃើញនៅទីនេះយ៉ាងច្រើនម្តងក្នុង 20។`,
  howTitle: "របៀបគណនា",
  how: [
    "សំណួរដដែលត្រូវបានសួរចំពោះគ្រប់គណនី។ សំណួរនីមួយៗប្រៀបធៀបការជួញដូររបស់វាជាមួយការជួញដូរផ្សេងទាំងអស់។",
    "ភាពខុសគ្នារាប់បាន ពេលការជួញដូរក្នុងលំដាប់ចៃដន្យកម្រខុសគ្នាខ្លាំងដូច្នេះ (10,000 លំដាប់)។ ដោយសារសួរច្រើន សំណួរនីមួយៗត្រូវឆ្លងកម្រិតខ្ពស់ជាង៖ ជាមធ្យមការរកឃើញខុសមានយ៉ាងច្រើន 5%។",
    "គ្មានអ្វីត្រូវបាននិយាយអំពីការជួញដូរតិចជាង 20 ក្នុងមួយខាងឡើយ។ ចន្លោះមានតួលេខពិតក្នុងការរកឃើញ 95 ក្នុង 100។",
  ],
  newest: (most) => `មើលតែ${trades(most)} ថ្មីបំផុត។`,
  unit: {
    risk: "1R គឺជាអ្វីដែល កាត់ខាត ប្រថុយ។ ការជួញដូរគ្មាន កាត់ខាត មិនត្រូវបានរាប់ទេ។",
    median_loss: "1R គឺជាការខាតមធ្យមកណ្តាលរបស់អ្នក ព្រោះការជួញដូរតិចពេកមាន កាត់ខាត។",
  },

  head: "អ្វីដែលខុសពីការជួញដូរផ្សេងរបស់អ្នក",
  perTrade: "ក្នុងមួយការជួញដូរ 95%",
  inMoney: "ជាប្រាក់",
  rates: (own, ownWon, others, othersWon) =>
    `${trades(own)} ឈ្នះ ${won(ownWon)}។ ការជួញដូរផ្សេង ${formatCount(others)} ឈ្នះ ${won(othersWon)}។`,
  range: (from, to) => `${from} ដល់ ${to}`,
  aTrade: "ក្នុងមួយការជួញដូរ",
  inAll: "សរុប",
  show: (number) => `បង្ហាញ${trades(number)}`,
  multiple: (r) => `${r}R`,

  remind: "រំលឹកខ្ញុំក្នុងទម្រង់បញ្ជា",
  reminds: "កំពុងរំលឹក",
  reminderOn: "ទម្រង់បញ្ជារំលឹកអ្នកមុនការបញ្ជាបែបនេះ។",
  reminderOff: "ទម្រង់បញ្ជាលែងរំលឹកអ្នក។",
  remindsElse: (title) => `ទម្រង់បញ្ជារំលឹកអ្នក៖ ${title}។`,
  stopReminding: "ឈប់",
  undo: "មិនធ្វើវិញ",

  waiting: "មិនទាន់មានអ្វីនិយាយ",
  waitingDetail: (missing) => `ខ្វះ${trades(missing)}`,
  ofTwenty: (number) => `${formatCount(number)} ក្នុង 20`,
  otherSide: "ការជួញដូរផ្សេងតិចពេក",
  others: (number) => `${formatCount(number)} ទៀត`,
  fewTrades: "ការរកឃើញចាប់ផ្តើមពី 20 ការជួញដូរក្នុងមួយប្រភេទ ទន្ទឹម 20 ផ្សេងទៀត។",
  nothing: (number) => `សំណួរ ${formatCount(number)} គ្មានភាពខុសគ្នាដែលឈរបាន`,

  empty: { title: "គ្មានការជួញដូរត្រូវមើល", text: "ការរកឃើញនឹងលេចឡើង ពេលគណនីនេះមានការជួញដូរបិទ 40។" },
  unknownAccount: { title: "គ្មានគណនីបែបនេះទេ", text: "វាត្រូវបានលុប ឬអាសយដ្ឋាននេះជារបស់អ្នកជួញដូរផ្សេង។" },
  unknownRun: (run) => ({ title: `គ្មានជុំសាកល្បងទី ${run} ទេ`, text: "អាសយដ្ឋាននេះវាយខុស ឬជារបស់អ្នកជួញដូរផ្សេង។" }),
  toOwn: "បង្ហាញការយល់ដឹងរបស់ខ្ញុំ",
  failed: {
    refused: { title: "មិនអាចផ្ទុកការជួញដូររបស់អ្នក", text: "គ្មានអ្វីបាត់ទេ។ សូមព្យាយាមម្តងទៀតបន្តិចក្រោយ។" },
    unreachable: { title: "គ្មានការតភ្ជាប់", text: "មិនអាចផ្ទុកការជួញដូររបស់អ្នក។ សូមព្យាយាមពេលមានអ៊ីនធឺណិត។" },
  },
  stale: "មិនអាចធ្វើបច្ចុប្បន្នភាពការរកឃើញទាំងនេះ។",
  columns: { closed: "បានបិទ", symbol: "និមិត្តសញ្ញា", side: "ខាង", result: "លទ្ធផល", r: "R" },
  sides: { buy: "ទិញ", sell: "លក់" },
  close: "បិទ",
};

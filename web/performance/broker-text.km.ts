import type { Translation } from "../../worker/contract/languages.ts";
import { formatCount } from "../ui/format.ts";

const trades = (number: number) => `ការជួញដូរ ${formatCount(number)}`;
const files = (number: number) => `ឯកសារ ${formatCount(number)}`;

export const brokerText: Translation<typeof import("./broker-text.ts").brokerText> = {
  files: (number, until) => `${files(number)}${until === null ? "" : ` រហូតដល់ ${until}`}`,
  clock: (name) => `ម៉ោង ${name}`,
  deposits: "ដាក់ចូល ដកចេញ",
  fees: "ថ្លៃសេវា",
  closed: "បានបិទ",
  trades: (_number) => "ការជួញដូរ",
  result: "លទ្ធផល",
  addFile: "បន្ថែមឯកសារ",
  loading: "កំពុងផ្ទុកគណនីនេះ",
  failed: "ផ្ទុកគណនីនេះមិនបាន",
  failedText: "គ្មានការជួញដូរណាបាត់ទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
  unknown: "គ្មានគណនីបែបនេះទេ",
  unknownText: "វាត្រូវបានលុបហើយ អាចនៅផ្ទាំងផ្សេង ឬលើឧបករណ៍ផ្សេង ឬអាសយដ្ឋាននេះជារបស់អ្នកជួញដូរផ្សេង។",
  toOwn: "បង្ហាញលទ្ធផលរបស់ខ្ញុំ",
  empty: "មិនទាន់មានការជួញដូរក្នុងគណនីនេះទេ",
  emptyText: "សូមបន្ថែមឯកសារការជួញដូររបស់វា នោះលទ្ធផល ប្រតិទិន និងខ្សែកោងនឹងបង្ហាញនៅទីនេះ។",

  filesTitle: "ឯកសារ",
  noFiles: "មិនទាន់មានឯកសារទេ។",
  file: (rows, kind, date) => `${kind === "trades" ? trades(rows) : `ប្រតិបត្តិការ ${formatCount(rows)}`}, ${date}`,
  takenBack: (date) => `បានដកវិញ ${date}`,
  takeBack: "ដកវិញ",
  takeBackOf: (file) => `ដក ${file} វិញ`,
  keep: "រក្សាទុក",
  rename: "ប្តូរឈ្មោះ",
  renameTitle: "ប្តូរឈ្មោះគណនីនេះ",
  name: "ឈ្មោះ",
  nameLong: (most) => `1 ដល់ ${most} តួអក្សរ`,
  save: "រក្សាទុក",
  cancel: "បោះបង់",
  delete: "លុបគណនី",
  deleteTitle: (name) => `លុប ${name} ឬ?`,
  deleteText: (number, count) =>
    `${number === 0 ? "" : `${trades(number)}, `}${files(count)} និងតួលេខទាំងអស់នៃគណនីនេះនឹងបាត់ជារៀងរហូត។ ប្រាក់ ជុំសាកល្បង និងគណនីផ្សេងរបស់អ្នកនៅដដែល។`,
  deleteFailed: "លុបគណនីមិនបាន។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
  deleted: (name) => `បានលុប ${name} ហើយ`,
  notDone: "មិនបានធ្វើទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",

  open: "ទីតាំងកំពុងបើក",
  openNote: (number) => `${formatCount(number)}, មិនរាប់ក្នុងតួលេខ`,
  at: (quantity, price) => `${quantity} នៅ ${price}`,

  detail: (symbol) => `ការជួញដូរ ${symbol}`,
  replay: "ចាក់ឡើងវិញ",
  replayDay: "ចាក់ថ្ងៃនោះឡើងវិញ",
  opened: "បានបើក",
  closedAt: "បានបិទនៅ",
  direction: "ទិសដៅ",
  size: "ទំហំ",
  entry: "តម្លៃចូល",
  exit: "តម្លៃចេញ",
  stop: "កាត់ខាត",
  profit: "ចំណេញ",
  swap: "ថ្លៃកាន់ឆ្លងយប់",
  fromFile: "ឯកសារ",
};

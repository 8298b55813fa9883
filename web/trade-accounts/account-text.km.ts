import type { Translation } from "../../worker/contract/languages.ts";
import { formatCount } from "../ui/format.ts";

const trades = (count: number) => `ការជួញដូរ ${formatCount(count)}`;

export const accountText: Translation<typeof import("./account-text.ts").accountText> = {
  accounts: "គណនី",
  cash: "គណនីសាច់ប្រាក់",
  run: (run) => `ជុំសាកល្បងទី ${run}`,
  archived: "ជុំក្នុងបណ្ណសារ",
  archivedRun: (run) => `ជុំក្នុងបណ្ណសារទី ${run}`,
  archivedShort: "បណ្ណសារ",
  runShort: (run) => `ជុំទី ${run}`,
  imported: (count) => (count === 0 ? "បាននាំចូល គ្មានការជួញដូរ" : `បាននាំចូល ${trades(count)}`),
  add: "បន្ថែម",
  addLabel: "បន្ថែមគណនីមួយ ដោយឯកសារការជួញដូររបស់វា",
  loading: "កំពុងផ្ទុកជុំក្នុងបណ្ណសាររបស់អ្នក",
  showMore: "បង្ហាញបន្ថែម",
  ended: (closed, balanceCents) => {
    if (closed === 0) return "កំណត់ឡើងវិញដោយមិនបានបិទការជួញដូរណាមួយ";
    return balanceCents === 0 ? `អស់ប្រាក់ក្នុង${trades(closed)}` : `កំណត់ឡើងវិញក្រោយ${trades(closed)}`;
  },
  unknown: (run) => `គ្មានជុំសាកល្បងទី ${run} ទេ`,
  unknownText: "អាសយដ្ឋានប្រហែលជាវាយខុស ឬផ្ញើមកពីអ្នកជួញដូរផ្សេង៖ មានតែម្ចាស់ទេដែលមើលឃើញជុំរបស់ខ្លួន។",
  between: (from, to) => (from === to ? to : `${from} – ${to}`),
  notLoaded: {
    refused: { title: "ផ្ទុកជុំរបស់អ្នកមិនបាន", text: "គ្មានជុំណាបាត់ទេ។ សូមព្យាយាមម្តងទៀតបន្តិចទៀត។" },
    unreachable: {
      title: "ផ្ទុកជុំរបស់អ្នកមិនបាន",
      text: "គ្មានជុំណាបាត់ទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
    },
  },
};

import type { Translation } from "../../../worker/contract/languages.ts";

export const liveText: Translation<typeof import("./live-text.ts").liveText> = {
  terminal: {
    label: "ផ្ទាំងជួញដូរខ្នាតតូច ជាមួយតម្លៃបច្ចុប្បន្ន",
    title: "ការជួញដូរ",
    connecting: "កំពុងភ្ជាប់",
    watchlist: "បញ្ជីតាមដាន",
    watchlistFigures: "ចុងក្រោយ ថ្ងៃ",
    order: "បញ្ជាសាកល្បង",
    sell: "លក់",
    buy: "ទិញ",
    amount: "បរិមាណ",
    orderAt: (side, lot, price) => `${side === "buy" ? "ទិញ" : "លក់"} ${lot} នៅ ${price}`,
    orderWaits: "កំពុងរង់ចាំតម្លៃ",
    loading: "កំពុងផ្ទុក",
    loadFailed: "ផ្ទុកមិនបាន។ ចុចដើម្បីព្យាយាមម្តងទៀត។",
    positions: { position: "ទីតាំង", size: "ទំហំ", entry: "តម្លៃចូល", now: "ឥឡូវនេះ", result: "ចំណេញ/ខាត" },
    noPositions: "ទីតាំងសាកល្បងរបស់អ្នកបង្ហាញនៅទីនេះ។ ពេលចាកចេញពីទំព័រនេះ ទីតាំងទាំងនោះត្រូវបញ្ចប់។",
    chartWaits: "ខ្សែក្រាបចាប់ផ្តើមពីតម្លៃដំបូង។",
    chartAway: "ឥឡូវនេះមិនទាន់មានតម្លៃទេ។ ខ្សែក្រាបនឹងបន្ត ពេលតម្លៃត្រឡប់មកវិញ។",
    chartNeedsScript: "តម្លៃផ្ទាល់ត្រូវការ JavaScript។ អ្វីៗផ្សេងទៀតលើទំព័រនេះដំណើរការដោយមិនត្រូវការវាទេ។",
  },

  latency: {
    name: "ភាពយឺតយ៉ាវទាប",
    text: "អាយុនៃតម្លៃ ពេលចេញទៅអេក្រង់របស់អ្នក។ វាស់នៅទីនេះ លើតម្លៃនៃទំព័រនេះ។",
    median: "មេដ្យាន",
    medianOf: (count) => `មេដ្យាន តម្លៃ ${count} ចុងក្រោយ`,
    slowest: "ភាគរយទី 99",
  },

  demo: {
    title: "ការបង្ហាញផ្ទាល់",
    note: "ដូចដែលអ្នកជួញដូរដែលបានចូលគណនីឃើញ",
    createAccount: "បង្កើតគណនី",
    openTerminal: "បើកផ្ទាំងជួញដូរ",
    failed: "ផ្ទុកការបង្ហាញមិនបាន។ សូមពិនិត្យការតភ្ជាប់របស់អ្នក ហើយព្យាយាមម្តងទៀត។",
  },
};

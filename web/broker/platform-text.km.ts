import type { Translation } from "../../worker/contract/languages.ts";

export const PLATFORM_TEXT: Translation<typeof import("./platform-text.ts").PLATFORM_TEXT> = {
  readable: "អ្វីដែលយើងអាចអានបាន",
  whereToFind: "កន្លែងរកឯកសារ",
  platforms: {
    mt5: {
      name: "MetaTrader 5",
      kind: "របាយការណ៍ HTML ឬ XLSX គ្រប់ភាសា",
      where: "“History” ចុចស្តាំ “Report”",
      how: [
        "បើកផ្ទាំង “History” នៅខាងក្រោម។",
        "ចុចស្តាំលើបន្ទាត់មួយ ជ្រើសរើសរយៈពេល រួច “Report”។",
        "រក្សាទុកជា “Open XML” ឬ “HTML” ជាមួយទីតាំង និងការបំពេញបញ្ជា។",
      ],
    },
    mt4: {
      name: "MetaTrader 4",
      kind: "របាយការណ៍ HTML",
      where: "“Account History” រួច “Save as Report”",
      how: [
        "បើកផ្ទាំង “Account History” នៅខាងក្រោម។",
        "ចុចស្តាំលើបន្ទាត់មួយ រួចជ្រើសរើស “All History”។",
        "ចុចស្តាំម្តងទៀត រួច “Save as Report” ឬ “Save as Detailed Report”។",
      ],
    },
    ctrader: {
      name: "cTrader",
      kind: "ប្រវត្តិ XLSX ឬ CSV",
      where: "“History” រូបរក្សាទុក",
      how: ["បើកផ្ទាំង “History”។", "ជ្រើសរើសរយៈពេល។", "ចុចរូបរក្សាទុក រួចជ្រើសរើស Excel ឬ CSV។"],
    },
    binance: {
      name: "Binance",
      kind: "ការជួញដូរ “Spot” ឬ “Futures” ជា CSV",
      where: "“Orders” “Trade History” “Export”",
      how: [
        "បើក “Orders” រួច “Spot” ឬ “Futures” រួច “Trade History”។",
        "ចុច “Export” រួចជ្រើសរើសរយៈពេល។",
        "ពន្លាឯកសារដែលមកតាមអ៊ីមែល បើវាជា ZIP។",
      ],
    },
    kraken: {
      name: "Kraken",
      kind: "ការជួញដូរ CSV",
      where: "“Documents” រួច “New export”",
      how: [
        "បើក “Documents” ពីឈ្មោះរបស់អ្នក។",
        "ចុច “New export” រួចជ្រើសរើសការជួញដូរជា CSV ជាមួយជួរឈរទាំងអស់។",
        "“Ledgers” ជាឯកសារផ្សេង ដែលគ្មានតម្លៃ។",
      ],
    },
    ibkr: {
      name: "Interactive Brokers",
      kind: "“Flex Query” ជា XML ឬរបាយការណ៍សកម្មភាព CSV",
      where: "“Performance & Reports” ក្នុងគណនី",
      how: [
        "បើក “Performance & Reports” រួច “Flex Queries” ឬ “Statements”។",
        "សម្រាប់ “Flex Query” សូមជ្រើសរើសការជួញដូរជាមួយការបំពេញបញ្ជា ជា XML។",
        "សម្រាប់របាយការណ៍សកម្មភាព សូមជ្រើសរើសរយៈពេល និង CSV។",
      ],
    },
    tradingview: {
      name: "TradingView",
      kind: "គណនីសាកល្បង ឬបញ្ជីយុទ្ធសាស្ត្រ CSV",
      where: "ផ្ទាំងគណនី “Export data”",
      how: ["បើកផ្ទាំងគណនីសាកល្បង ឬយុទ្ធសាស្ត្រ។", "ចុច “Export data”។", "ជ្រើសរើសប្រវត្តិបញ្ជា ឬបញ្ជីការជួញដូរ។"],
    },
    any: {
      name: "CSV ឬ XLSX ផ្សេងទៀត",
      kind: "អ្នកប្រាប់ថាជួរឈរនីមួយៗជាអ្វី",
      where: "ចងចាំសម្រាប់ឯកសារបន្ទាប់",
      how: ["មួយបន្ទាត់សម្រាប់ការជួញដូរមួយ ឬការបំពេញបញ្ជាមួយ។", "បន្ទាត់ទីមួយដាក់ឈ្មោះជួរឈរ ជាភាសាណាក៏បាន។", "អ្នកប្រាប់តែម្តង ហើយគណនីចងចាំវា។"],
    },
  },
};

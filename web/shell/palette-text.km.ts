import type { Translation } from "../../worker/contract/languages.ts";
import { settingsText } from "../settings/settings-text.km.ts";
import { formatCount } from "../ui/format.ts";

export const paletteText: Translation<typeof import("./palette-text.ts").paletteText> = {
  title: "ស្វែងរក",
  placeholder: "និមិត្តសញ្ញា ទំព័រ ឬសកម្មភាព",
  results: (count) => `លទ្ធផល ${formatCount(count)}`,
  nothing: (typed) => `គ្មានអ្វីត្រូវនឹង “${typed}” ទេ`,
  groups: { symbols: "និមិត្តសញ្ញា", order: "បញ្ជា", run: "ក្នុងជុំនេះ", actions: "សកម្មភាព", pages: "ទំព័រ" },
  sides: { buy: "ទិញ", sell: "លក់" },
  types: {
    market: "តាមទីផ្សារ",
    limit: "តាមបញ្ជាកំណត់តម្លៃ",
    stop: "តាមបញ្ជាឈប់",
    stop_limit: "តាមបញ្ជាឈប់កំណត់តម្លៃ",
  },
  opensTicket: "បើកទម្រង់បញ្ជា",
  position: (entry) => `ទីតាំង តម្លៃចូល ${entry}`,
  order: (price) => `ការបញ្ជា នៅ ${price}`,
  setAlert: "កំណត់ការជូនដំណឹង",
  deposit: "ដាក់ប្រាក់",
  withdraw: "ដកប្រាក់",
  hideSums: "លាក់ចំនួនទឹកប្រាក់",
  showSums: "បង្ហាញចំនួនទឹកប្រាក់",
  keys: "ផ្លូវកាត់ក្តារចុច",
  logOut: "ចាកចេញ",
  settingsTab: (tab) => `${settingsText.title} ${settingsText.tabs[tab]}`,
  move: "រំកិល",
  open: "បើក",
  actionsOnly: "តែសកម្មភាព",
  allKeys: "គ្រាប់ចុចទាំងអស់",
};

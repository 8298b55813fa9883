import type { Translation } from "../../worker/contract/languages.ts";

export const watchlistText: Translation<typeof import("./watchlist-text.ts").watchlistText> = {
  find: "រកនិមិត្តសញ្ញា",
  edit: "កែ",
  editList: "កែបញ្ជីតាមដាន",
  done: "រួចរាល់",
  edited: "លំដាប់ក្នុងបញ្ជីតាមដាន",
  grip: (symbol, place, count) => `រំកិល ${symbol} លំដាប់ ${place} ក្នុង ${count}។ គ្រាប់ចុចព្រួញរំកិលវា។`,
  moved: (symbol, place, count) => `${symbol} នៅលំដាប់ ${place} ក្នុង ${count}`,
  hide: (symbol) => `លាក់ ${symbol}`,
  show: (symbol) => `បង្ហាញ ${symbol}`,
  hidden: "បានលាក់",
  isHidden: (symbol) => `បានលាក់ ${symbol}`,
  isShown: (symbol) => `បានបង្ហាញ ${symbol}`,
  setAlert: "កំណត់ការជូនដំណឹង",
  add: "បន្ថែម",
  added: (symbol) => `បានបន្ថែម ${symbol}`,
};

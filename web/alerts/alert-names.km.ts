import type { Translation } from "../../worker/contract/languages.ts";

export const alertNames: Translation<typeof import("./alert-names.ts").alertNames> = {
  alert: "ការជូនដំណឹងតម្លៃ",
  alerts: "ជូនដំណឹងតម្លៃ",
  setAlert: "កំណត់ការជូនដំណឹងតម្លៃ",
  receipt: "តម្លៃដេញដែលធ្វើឱ្យប្រាប់",
  armedOf: (armed, max) => `កំពុងរង់ចាំ ${armed} ក្នុង ${max}`,
  notLoaded: "ផ្ទុកការជូនដំណឹងតម្លៃមិនបាន។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
};

import type { Translation } from "../../worker/contract/languages.ts";

/** Khmer of `ui-text.ts`. */
export const uiText: Translation<typeof import("./ui-text.ts").uiText> = {
  close: "បិទ",
  tryAgain: "ព្យាយាមម្តងទៀត",
  refresh: "ផ្ទុកឡើងវិញ",
  gotIt: "យល់ព្រម",
  loading: "កំពុងផ្ទុក",
  request: "សំណើ",
  simulated: "ក្លែងធ្វើ",
  copied: "បានចម្លង",
  notCopied: "ចម្លងមិនបាន៖ សូមជ្រើសអត្ថបទដោយផ្ទាល់",
  showMore: (count) => `បង្ហាញ ${count} ទៀត`,
  rowKeys: "គ្រាប់ចុចព្រួញប្តូរជួរ Home និង End ទៅជួរដំបូង និងចុងក្រោយ។",
  character: (at, of) => `តួទី ${at} ក្នុងចំណោម ${of}`,
  notLoaded: {
    title: "ផ្ទុកមិនបាន",
    text: "គ្មានអ្វីផ្លាស់ប្តូរទេ។ សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
  },
  password: {
    hide: "លាក់",
    hideLabel: "លាក់ពាក្យសម្ងាត់",
    show: "បង្ហាញ",
    showLabel: "បង្ហាញពាក្យសម្ងាត់",
    least: (count) => `យ៉ាងតិច ${count} តួ។ អាចប្រើប្រយោគមួយ។`,
    counted: (count, least) => `${count} ក្នុងចំណោម ${least}`,
  },
  image: {
    tools: "រូបភាព",
    loading: "កំពុងផ្ទុករូបភាព",
    notLoaded: "ផ្ទុករូបភាពមិនបាន",
    notLoadedText: "សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។",
    notSaved: "កម្មវិធីរុករកនេះរក្សាទុករូបភាពមិនបាន",
    zoomOut: "បង្រួម",
    zoomIn: "ពង្រីក",
    rotate: "បង្វិល 90°",
    download: "ទាញយកជា .jpg",
  },
};

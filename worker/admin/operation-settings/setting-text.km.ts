import type { Translation } from "../../contract/languages.ts";
import { formatMoment } from "../commands/moment-text.km.ts";

export const SETTING_TEXT: Translation<typeof import("./setting-text.ts").SETTING_TEXT> = {
  hours: (hours) => `${hours} ម៉ោង`,
  choice: {
    refused: "ទេ",
    with_reason: "ដោយមានមូលហេតុ",
    required: "តម្រូវ",
    optional: "មិនតម្រូវ",
  },
  otherHours: "ម៉ោងធ្វើការផ្សេង",
  nothing: "គ្មាន",
  changed: (name, value, atMs, timeZone) =>
    `${name ?? "នរណាម្នាក់"} បានប្តូរវាទៅ ${value} នៅ ${formatMoment(atMs, timeZone)} ដូច្នេះមិនមានអ្វីត្រូវបានធ្វើទេ។ សូមមើលតម្លៃបច្ចុប្បន្ន រួចសម្រេចម្តងទៀត។`,
  proposed: (name, value) => `${name ?? "នរណាម្នាក់"} បានស្នើ ${value}។ សូមអនុម័ត ឬដកសំណើនោះចេញ មុននឹងស្នើតម្លៃផ្សេង។`,
  own: "អ្នកជាអ្នកស្នើ។ ម្ចាស់ប្រតិបត្តិការម្នាក់ទៀតត្រូវអនុម័ត។",
  appliedAlready: "វាមានប្រសិទ្ធភាពរួចហើយ។",
  cancelledAlready: (name) => `${name ?? "នរណាម្នាក់"} បានដកសំណើនេះចេញហើយ។`,
  aloneLater: (fromMs, timeZone) =>
    `អ្នកជាម្ចាស់ប្រតិបត្តិការតែម្នាក់គត់ ដូច្នេះអ្នកអាចធ្វើឱ្យវាមានប្រសិទ្ធភាពបានចាប់ពី ${formatMoment(fromMs, timeZone)}។`,
  same: "វាមានតម្លៃនេះរួចហើយ។",
  notEmpty: "ការកំណត់នេះត្រូវមានតម្លៃ។",
  between: (least, most) => `សូមបញ្ចូលតម្លៃពី ${least} ដល់ ${most}។`,
  notThis: "ការកំណត់នេះមិនទទួលតម្លៃនោះទេ។",
  oneTrader: "ការកំណត់នេះគឺសម្រាប់អ្នកជួញដូរម្នាក់។",
  noTrader: "ការកំណត់នេះមិនមែនសម្រាប់អ្នកជួញដូរម្នាក់ទេ។",
  mail: {
    subject: "ការកំណត់មួយកំពុងរង់ចាំម្ចាស់ប្រតិបត្តិការទីពីរ",
    body: (name) => `${name} បានស្នើប្តូរការកំណត់មួយដែលទាក់ទងនឹងប្រាក់។ វានឹងមានប្រសិទ្ធភាព នៅពេលម្ចាស់ប្រតិបត្តិការម្នាក់ទៀតអនុម័ត។`,
    ifWrong: "ប្រសិនបើអ្នកមិនបានរំពឹងទុក សូមដកសំណើនោះចេញ ហើយសួរអ្នកគ្រប់គ្រងនោះ។",
    link: "ការកំណត់",
  },
};

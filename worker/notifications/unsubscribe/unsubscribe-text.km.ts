import type { Translation } from "../../contract/languages.ts";

export const UNSUBSCRIBE_TEXT: Translation<typeof import("./unsubscribe-text.ts").UNSUBSCRIBE_TEXT> = {
  title: "អ៊ីមែល",
  ask: (kinds) => `ឈប់ផ្ញើអ៊ីមែលអំពី${kinds}ឬ?`,
  askLine: "អ៊ីមែលអំពីសុវត្ថិភាពគណនីរបស់អ្នក និងអំពីការដកប្រាក់ តែងតែផ្ញើ។",
  stop: "ឈប់ផ្ញើអ៊ីមែលទាំងនេះ",
  stopped: (kinds) => `អ្នកមិនទទួលអ៊ីមែលអំពី${kinds}ទៀតទេ`,
  stoppedLine: "ការជូនដំណឹងរបស់អ្នកនៅតែមានក្នុងគណនីរបស់អ្នក។",
  again: "ផ្ញើវាឡើងវិញ",
  sent: (kinds) => `អ្នកទទួលអ៊ីមែលអំពី${kinds}ម្តងទៀត`,
  allOff: "អ៊ីមែលទាំងអស់ដែលអាចបិទបាន ត្រូវបានបិទក្នុងការកំណត់របស់អ្នក។",
  settings: "ការកំណត់ទាំងអស់នៃការជូនដំណឹង",
  invalid: "តំណនេះមិនត្រឹមត្រូវទេ",
  invalidLine: "វាអាចត្រូវបានកាត់។ សូមបើកវាពីអ៊ីមែលម្តងទៀត ឬចូលគណនី ហើយជ្រើសក្នុងការកំណត់។",
};

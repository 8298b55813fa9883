import type { Translation } from "../../worker/contract/languages.ts";

export const profileText: Translation<typeof import("./profile-text.ts").profileText> = {
  memberSince: "សមាជិកតាំងពី",
  changePhoto: "ប្តូររូបថត",
  uploading: "កំពុងបង្ហោះ...",
  orDrop: "ឬទម្លាក់រូបនៅទីនេះ",
  username: "ឈ្មោះអ្នកប្រើ",
  fullName: "ឈ្មោះពេញ",
  firstName: "នាមខ្លួន",
  lastName: "នាមត្រកូល",
  phone: "លេខទូរសព្ទ",
  address: "អាសយដ្ឋាន",
  email: "អ៊ីមែល",
  readOnly: "មិនអាចកែ",
  fixedName: "បានផ្ទៀងផ្ទាត់ដោយអត្តសញ្ញាណប័ណ្ណរបស់អ្នក។ ដើម្បីប្តូរ",
  writeToSupport: "សូមសរសេរទៅផ្នែកជំនួយ",
  edit: (what) => `កែ${what}`,
  save: "រក្សាទុក",
  cancel: "បោះបង់",

  updated: "បានកែរួច",
  updateFailed: { title: "កែមិនបាន", failed: "កែមិនបាន។ សូមព្យាយាមម្តងទៀត។" },
  pictureUpdated: "បានប្តូររូបប្រវត្តិរូប",
  pictureFailed: { title: "ប្តូរមិនបាន", failed: "ប្តូររូបប្រវត្តិរូបមិនបាន។ សូមព្យាយាមម្តងទៀត។" },
  connectionError: "បញ្ហាការតភ្ជាប់",
  unreachable: "ភ្ជាប់ទៅម៉ាស៊ីនមេមិនបាន។ សូមពិនិត្យអ៊ីនធឺណិតរបស់អ្នក ហើយព្យាយាមម្តងទៀត។",
  selectImage: "សូមជ្រើសរើសឯកសាររូប",

  zoneSwitched: (here) => `ឥឡូវនេះថ្ងៃរបស់អ្នករាប់តាម ${here}`,
};

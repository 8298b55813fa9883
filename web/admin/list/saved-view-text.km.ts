import type { Translation } from "../../../worker/contract/languages.ts";

export const SAVED_VIEW_TEXT: Translation<typeof import("./saved-view-text.ts").SAVED_VIEW_TEXT> = {
  group: "រក្សាទុកដោយខ្ញុំ",
  save: "រក្សាទុកទិដ្ឋភាព",
  title: "រក្សាទុកទិដ្ឋភាពនេះ",
  lead: "តម្រង និងលំដាប់នៃបញ្ជីនេះ សម្រាប់អ្នកផ្ទាល់។ អ្នកដែលអ្នកបានស្វែងរក មិនត្រូវបានរក្សាទុកទេ។",
  name: "ឈ្មោះ",
  missing: "សូមបញ្ចូលឈ្មោះ",
  submit: "រក្សាទុក",
  saved: (name) => `បានរក្សាទុក ${name}`,
  remove: (name) => `លុប ${name}`,
  removed: (name) => `បានលុប ${name}`,
  undo: "មិនធ្វើវិញ",
  failed: "មិនបានធ្វើទេ។ សូមព្យាយាមម្តងទៀតបន្តិចទៀត។",
};

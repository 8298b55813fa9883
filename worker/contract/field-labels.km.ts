import type { Translation } from "./languages.ts";

export const FIELD_LABELS: Translation<typeof import("./field-labels.ts").FIELD_LABELS> = {
  firstName: "នាមខ្លួន",
  lastName: "នាមត្រកូល",
  username: "ឈ្មោះអ្នកប្រើ",
  email: "អ៊ីមែល",
  password: "ពាក្យសម្ងាត់",
  phone: "លេខទូរសព្ទ",
  address: "អាសយដ្ឋាន",
  bankName: "ឈ្មោះធនាគារ",
  accountId: "លេខគណនី",
  bankHolder: "ឈ្មោះម្ចាស់គណនី",
  khqrHolder: "ឈ្មោះម្ចាស់កូដ",
  requestMessage: "សារក្នុងសំណើ",
  bankReference: "លេខយោងធនាគារ",
  paymentId: "លេខសម្គាល់ការទូទាត់",
  note: "កំណត់ចំណាំ",
  notes: "កំណត់ចំណាំ",
  reason: "មូលហេតុ",
};

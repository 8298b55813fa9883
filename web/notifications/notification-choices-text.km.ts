import type { Translation } from "../../worker/contract/languages.ts";
import { OPTIONAL_MAILS } from "../../worker/contract/optional-mails-text.km.ts";

const mailNames = Object.values(OPTIONAL_MAILS)
  .map((subject) => `“${subject}”`)
  .join(" និង ");

export const notificationChoicesText: Translation<
  typeof import("./notification-choices-text.ts").notificationChoicesText
> = {
  where: "កន្លែងដែលយើងទាក់ទងអ្នក",
  inPage: { title: "ក្នុងទំព័រ", line: "ជានិច្ច លើឧបករណ៍ទាំងអស់ក្នុងពេលតែមួយ៖ បញ្ជីនេះគឺជាកំណត់ត្រា។" },
  email: "ការជូនដំណឹងតាមអ៊ីមែល",
  emailHint: (address) => `ទៅ ${address}។ ពេលបិទ អ្វីៗដែលអាចបិទបានខាងក្រោម និងអ៊ីមែល ${mailNames} លែងត្រូវបានផ្ញើ។`,
  whatFor: "អ្វីដែលផ្ញើតាមអ៊ីមែល",
  loading: "កំពុងផ្ទុកជម្រើសរបស់អ្នក",
  failure: {
    refused: { title: "ផ្ទុកជម្រើសរបស់អ្នកមិនបាន", text: "សូមព្យាយាមម្តងទៀតបន្តិចទៀត។" },
    unreachable: { title: "ផ្ទុកជម្រើសរបស់អ្នកមិនបាន", text: "សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។" },
  },
  always: "ជានិច្ច",
  security: { label: "សុវត្ថិភាព", hint: "ពាក្យសម្ងាត់ ការផ្ទៀងផ្ទាត់ពីរជំហាន ការភ្ជាប់ Google" },
  decisions: { label: "ការដកប្រាក់ និងការសម្រេចអំពីប្រាក់", hint: "ជំហាននីមួយៗ និងការទូទាត់ដែលអ្នកគ្រប់គ្រងបានសម្រេច" },
  kinds: {
    money: { label: "ការដាក់ប្រាក់", hint: "បានបង់ ហើយចូលក្នុងសមតុល្យរបស់អ្នក" },
    alert: { label: "ការជូនដំណឹងតម្លៃ", hint: "ពេលវាដំណើរការ" },
    order: { label: "បញ្ជាសាកល្បង", hint: "ទីតាំងដែលបានបិទដោយកាត់ខាត យកចំណេញ ឬបិទដោយបង្ខំ" },
    marketing: { label: "ព័ត៌មានផលិតផល", hint: "អ្វីថ្មីក្នុង Tonle" },
  },
  emailIsOff: "ការជូនដំណឹងតាមអ៊ីមែលបានបិទ ដូច្នេះគ្មានអ្វីក្នុងនេះត្រូវបានផ្ញើទេ។",
  notSaved: "រក្សាទុកមិនបាន ដូច្នេះវានៅដូចមុន",
  quiet: "ម៉ោងស្ងាត់",
  quietHint: "អ៊ីមែលរង់ចាំ ហើយសារលោតមិនបង្ហាញទេ។ បន្ទាប់មកមានសេចក្តីសង្ខេបមួយ។",
  from: "ចាប់ពី",
  to: "ដល់",
  sameTimes: "សូមជ្រើសម៉ោងពីរខុសគ្នា",
  through: "សុវត្ថិភាព ប្រាក់ចេញ និងការជូនដំណឹងតម្លៃដែលអ្នកបានកំណត់ នៅតែមកដល់។",
  zone: (zone) => `តាមល្វែងម៉ោងនៃគណនីរបស់អ្នក ${zone}។`,
};

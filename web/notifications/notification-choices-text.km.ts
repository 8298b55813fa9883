import type { Translation } from "../../worker/contract/languages.ts";
import { OPTIONAL_MAILS } from "../../worker/contract/optional-mails-text.km.ts";

const mailNames = Object.values(OPTIONAL_MAILS)
  .map((subject) => `“${subject}”`)
  .join(" និង ");

export const notificationChoicesText: Translation<
  typeof import("./notification-choices-text.ts").notificationChoicesText
> = {
  whatFor: "សម្រាប់អ្វី",
  loading: "កំពុងផ្ទុកជម្រើសរបស់អ្នក",
  failure: {
    refused: { title: "ផ្ទុកជម្រើសរបស់អ្នកមិនបាន", text: "សូមព្យាយាមម្តងទៀតបន្តិចទៀត។" },
    unreachable: { title: "ផ្ទុកជម្រើសរបស់អ្នកមិនបាន", text: "សូមពិនិត្យការតភ្ជាប់ រួចព្យាយាមម្តងទៀត។" },
  },
  always: "ជានិច្ច",
  by: (kind, channel) => `${kind} តាម ${channel}`,
  kinds: {
    money: { label: "ប្រាក់", hint: "ការដាក់ និងការដកប្រាក់៖ ការដកប្រាក់ត្រូវបានផ្ញើតាមអ៊ីមែលជានិច្ច" },
    security: { label: "សុវត្ថិភាព", hint: "ការចូលគណនី ពាក្យសម្ងាត់ ការផ្ទៀងផ្ទាត់ពីរជំហាន ការភ្ជាប់" },
    alert: { label: "ការជូនដំណឹងតម្លៃ", hint: "ពេលវាដំណើរការ" },
    order: { label: "បញ្ជាសាកល្បង", hint: "ទីតាំងដែលបានបិទដោយកាត់ខាត យកចំណេញ ឬបិទដោយបង្ខំ" },
    marketing: { label: "ព័ត៌មានផលិតផល", hint: "អ្វីថ្មីក្នុង Tonle" },
  },
  digest: {
    label: "សេចក្តីសង្ខេប",
    hint: "លទ្ធផល ការជូនដំណឹងតម្លៃ និងអ្វីដែលរង់ចាំ ពេលមានអ្វីមួយ",
    choices: { off: "បិទ", daily: "រាល់ថ្ងៃ ម៉ោង 8 ព្រឹក", weekly: "ថ្ងៃអាទិត្យ ម៉ោង 10 ព្រឹក" },
  },
  isOff: (channel) => `${channel} បានបិទ។`,
  turnOn: (channel) => `បើក ${channel}`,
  isBroken: (channel, why) => `${channel} មិនមកដល់ទេ៖ ${why}។`,
  isSilent: (channel) => `${channel}៖ សារចុងក្រោយមិនបានបង្ហាញទេ។`,
  hasEnded: (channel) => `${channel} បានបញ្ចប់ហើយ។`,
  mend: (channel) => `ជួសជុល ${channel}`,
  emailIsOff: `ការជូនដំណឹងតាមអ៊ីមែលបានបិទ៖ មានតែអ្វីដែលផ្ញើជានិច្ចទើបមកដល់ ហើយគ្មានអ៊ីមែល ${mailNames} ទេ។`,
  quiet: "ម៉ោងស្ងាត់",
  quietHint: "សាររង់ចាំ ហើយសារលោតមិនបង្ហាញទេ។ បន្ទាប់មកមានសេចក្តីសង្ខេបមួយ។",
  from: "ចាប់ពី",
  to: "ដល់",
  sameTimes: "សូមជ្រើសម៉ោងពីរខុសគ្នា",
  through: "សុវត្ថិភាព ប្រាក់ចេញ និងការជូនដំណឹងតម្លៃដែលអ្នកបានកំណត់ នៅតែមកដល់។",
  zone: (zone) => `តាមល្វែងម៉ោងនៃគណនីរបស់អ្នក ${zone}។`,
};

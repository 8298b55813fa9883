import type { Translation } from "../../worker/contract/languages.ts";

export const questionsText: Translation<typeof import("./questions-text.ts").questionsText> = {
  title: "យើងមានសំណួរ",
  past: "សំណួររបស់យើងទៅអ្នក",
  about: {
    withdrawal: (name) => `ការដកប្រាក់ ${name}`,
    identity: () => "អត្តសញ្ញាណប័ណ្ណរបស់អ្នក",
    exception: (name) => `ការទូទាត់សម្រាប់ការដាក់ប្រាក់ ${name}`,
  },
  us: "Tonle",
  you: "អ្នក",
  waits: "វារង់ចាំចម្លើយរបស់អ្នក។",
  ended: {
    taken_back: "យើងបានដកសំណួរនេះវិញ។ មិនចាំបាច់ឆ្លើយទេ។",
    asked_again: "យើងបានសួរម្តងទៀត។",
    decided: "រឿងនេះត្រូវបានសម្រេចហើយ។ មិនចាំបាច់ឆ្លើយទេ។",
    cancelled: "អ្នកបានបោះបង់សំណើ។ មិនចាំបាច់ឆ្លើយទេ។",
    sent_again: "អ្នកបានផ្ញើអត្តសញ្ញាណប័ណ្ណផ្សេង។ មិនចាំបាច់ឆ្លើយទេ។",
  },
  byPhone: "អ្នកបាននិយាយតាមទូរសព្ទ ហើយយើងបានកត់ត្រា។",
  answer: "ចម្លើយរបស់អ្នក",
  hint: "មានតែយើងទេដែលអានវា និងមើលរូប។ យើងមិនដែលសួររកពាក្យសម្ងាត់ ឬលេខកូដទេ។",
  addPicture: "បន្ថែមរូប",
  reading: "កំពុងអានរូប",
  full: (max) => `យ៉ាងច្រើនរូប ${max}`,
  remove: (number) => `លុបរូបទី ${number}`,
  picture: (number) => `រូបទី ${number} នៃចម្លើយរបស់អ្នក`,
  unreadable: "ឯកសារនេះមិនមែនជារូប JPEG, PNG ឬ WebP ទេ។",
  missing: "សូមសរសេរអ្វីមួយ ឬបន្ថែមរូប។",
  send: "ផ្ញើចម្លើយ",
  sent: "បានផ្ញើចម្លើយរបស់អ្នក",
  failed: "មិនទាន់ទទួលបានការឆ្លើយតប។ អ្វីដែលអ្នកសរសេរនៅរក្សាទុក៖ សូមផ្ញើម្តងទៀត វាមកដល់តែម្តងប៉ុណ្ណោះ។",
};

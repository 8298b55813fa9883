import type { Translation } from "../contract/languages.ts";

export const QUESTION_TEXT: Translation<typeof import("./question-text.ts").QUESTION_TEXT> = {
  answered: "សំណួរនេះមានចម្លើយរួចហើយ។ វានៅក្នុងការសន្ទនា។",
  ended: {
    taken_back: "សំណួរនេះត្រូវបានដកវិញ ដូច្នេះមិនចាំបាច់ឆ្លើយទេ។",
    asked_again: "មានសំណួរថ្មីជាងអំពីរឿងនេះ។ សូមឆ្លើយសំណួរនោះ។",
    decided: "រឿងនេះត្រូវបានសម្រេចហើយ ដូច្នេះមិនចាំបាច់ឆ្លើយទេ។",
    cancelled: "អ្នកបានបោះបង់សំណើនេះ ដូច្នេះមិនចាំបាច់ឆ្លើយទេ។",
    sent_again: "អ្នកបានផ្ញើអត្តសញ្ញាណប័ណ្ណផ្សេងជំនួស ដូច្នេះមិនចាំបាច់ឆ្លើយទេ។",
  },
  nothing: "សូមសរសេរអ្វីមួយ ឬបន្ថែមរូប។",
};

import type { Translation } from "../../worker/contract/languages.ts";

export const codeRefusalText: Translation<typeof import("./code-refusal-text.ts").codeRefusalText> = {
  triesLeft: (left) => {
    if (left === 0) return "លេខកូដនេះប្រើលែងបានហើយ។ សូមផ្ញើលេខកូដថ្មី។";
    return `នៅសល់ ${left} ដងទៀត។`;
  },
  used: "លេខកូដនេះបានប្រើរួចហើយ។ រង់ចាំលេខកូដបន្ទាប់ក្នុងកម្មវិធីរបស់អ្នក។",
  clock: "លេខកូដនេះជារបស់ពេលផ្សេង។ កំណត់ម៉ោងទូរសព្ទរបស់អ្នកជាស្វ័យប្រវត្តិ រួចបញ្ចូលលេខកូដបន្ទាប់។",
};

import type { Translation } from "../../worker/contract/languages.ts";

export const installText: Translation<typeof import("./install-text.ts").installText> = {
  name: "Tonle៖ ផ្ទាំងជួញដូរ",
  shortName: "Tonle",
  description: "តម្លៃផ្ទាល់ ការបញ្ជាដោយប្រាក់សាកល្បង និងការដាក់ប្រាក់តាម KHQR ពីកម្មវិធីធនាគារដែលអ្នកប្រើស្រាប់។",
  newVersion: "មានកំណែថ្មីរួចរាល់",
  reload: "ផ្ទុកឡើងវិញ",
};

import type { Translation } from "../../../worker/contract/languages.ts";

const countText = (count: number) => count.toLocaleString("en-US");

export const sealsText: Translation<typeof import("./seals-text.ts").sealsText> = {
  heading: "ត្រាថ្ងៃនេះ",
  loading: "កំពុងទាញយកត្រាថ្ងៃនេះ។",
  needsScript: "កម្មវិធីរុករករបស់អ្នកពិនិត្យត្រានៅទីនេះ ពេលបើក JavaScript។",
  none: "ថ្ងៃនេះមិនទាន់មាននាទីណាត្រូវបានបោះត្រាទេ។ ថ្ងៃចាប់ផ្តើមនៅម៉ោង 0:00 UTC។",
  failed: "ផ្ទុកត្រាមិនបាន។ សូមពិនិត្យការតភ្ជាប់របស់អ្នក រួចផ្ទុកទំព័រនេះម្តងទៀត។",
  holds: (count) =>
    count === 1
      ? "បានបោះត្រា 1 នាទី តាំងពីម៉ោង 0:00 UTC។ កម្មវិធីរុករករបស់អ្នកទើបបានពិនិត្យត្រានោះ៖ វាជា hash នៃអ្វីដែលវាបញ្ជាក់។"
      : `បានបោះត្រា ${countText(count)} នាទី តាំងពីម៉ោង 0:00 UTC។ កម្មវិធីរុករករបស់អ្នកទើបបានពិនិត្យត្រាទាំងនោះ៖ ត្រានីមួយៗជា hash នៃអ្វីដែលវាបញ្ជាក់ ហើយយោងទៅត្រាមុនវា។`,
  broken: (time) => `ខ្សែសង្វាក់នៃត្រាដាច់ ដំបូងនៅត្រាម៉ោង ${time} UTC។ សូមរក្សាទុកច្បាប់ចម្លងនៃទំព័រនេះ ហើយសរសេរមកយើង។`,
  minute: "នាទីថ្មីបំផុត",
  records: "កំណត់ត្រារបស់វា",
  recordsFrom: (first, last) => `${countText(first)} ដល់ ${countText(last)}`,
  seal: "ត្រារបស់វា",
};

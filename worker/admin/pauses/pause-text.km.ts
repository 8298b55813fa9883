import type { Translation } from "../../contract/languages.ts";
import { formatMoment } from "../commands/moment-text.km.ts";

export const PAUSE_TEXT: Translation<typeof import("./pause-text.ts").PAUSE_TEXT> = {
  ended: "វាត្រូវបានបន្តរួចហើយ។ សូមផ្ទុកឡើងវិញ ដើម្បីមើល។",
  aloneLater: (fromMs, timeZone) =>
    `អ្នកជាអ្នកគ្រប់គ្រងតែម្នាក់គត់ ដូច្នេះអ្នកអាចបន្តបានចាប់ពី ${formatMoment(fromMs, timeZone)}។ នៅលើម៉ាស៊ីនមេ "bun run admin resume" ធ្វើវាភ្លាមៗ។`,
};

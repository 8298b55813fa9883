import type { Translation } from "../languages.ts";
import { TERMINAL } from "./terminal-limits.ts";

export const TERMINAL_TEXT: Translation<typeof import("./terminal-text.ts").TERMINAL_TEXT> = {
  frozen: "គណនីរបស់អ្នកត្រូវបានបង្កក៖ អ្នកអាចមើលគំនូស និងការកំណត់របស់អ្នក ប៉ុន្តែមិនអាចកែបានទេ។ សូមទាក់ទងផ្នែកជំនួយ។",
  tooManyDrawings: (symbol) => `${symbol} មានគំនូស ${TERMINAL.drawingsMax} ហើយ។ សូមលុបខ្លះ ដើម្បីគូសបន្ថែម។`,
};

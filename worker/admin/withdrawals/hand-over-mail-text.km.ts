import type { Translation } from "../../contract/languages.ts";
import { formatMoment } from "../commands/moment-text.ts";

export const HAND_OVER_MAIL_TEXT: Translation<typeof import("./hand-over-mail-text.ts").HAND_OVER_MAIL_TEXT> = {
  subject: (number) => `ការដកប្រាក់ ${number} ជារបស់អ្នក`,
  handed: (by, number, sum) => `${by} បានប្រគល់ការដកប្រាក់ ${number} ចំនួន ${sum} ឱ្យអ្នក។`,
  until: (untilMs, timeZone) => `វាជារបស់អ្នករហូតដល់ ${formatMoment(untilMs, timeZone)}។ បន្ទាប់មកអ្នកគ្រប់គ្រងណាក៏អាចទទួលបន្ទុកបាន។`,
  open: "បើកវា",
};

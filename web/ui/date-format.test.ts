import { expect, test } from "bun:test";
import { dateFormat as khmer } from "./date-format.km.ts";
import { dateFormat as english } from "./date-format.ts";

const AT = new Date("2026-11-21T15:04:05Z");
const timeZone = "Asia/Phnom_Penh";

test.each<[Intl.DateTimeFormatOptions, string, string]>([
  [{ year: "numeric", month: "short", day: "numeric" }, "Nov 21, 2026", "21 វិច្ឆិកា 2026"],
  [{ year: "numeric", month: "long", day: "numeric" }, "November 21, 2026", "21 វិច្ឆិកា 2026"],
  [{ month: "short", day: "numeric" }, "Nov 21", "21 វិច្ឆិកា"],
  [{ month: "long", year: "numeric" }, "November 2026", "វិច្ឆិកា 2026"],
  [{ year: "numeric" }, "2026", "2026"],
  [{ hour: "numeric", minute: "2-digit" }, "10:04 PM", "10:04 PM"],
  [{ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }, "22:04:05", "22:04:05"],
  [{ weekday: "short", day: "numeric", month: "short" }, "Sat, Nov 21", "សៅរ៍ 21 វិច្ឆិកា"],
])("%p is %s in English and %s in Khmer, where browsers have no Khmer dates", (options, inEnglish, inKhmer) => {
  expect(english({ ...options, timeZone })(AT)).toBe(inEnglish);
  expect(khmer({ ...options, timeZone })(AT)).toBe(inKhmer);
});

import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import type { DateFields } from "./date-fields.ts";
import { dateFormat as khmer } from "./date-format.km.ts";
import { dateFormat as english } from "./date-format.ts";

const AT = new Date("2026-11-21T15:04:05.067Z");
const ZONES = ["Asia/Phnom_Penh", "UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Chatham"];

const FORMATS: readonly [DateFields, Intl.DateTimeFormatOptions, string, string][] = [
  [{ year: "numeric", month: "short", day: "numeric" }, {}, "Nov 21, 2026", "21 វិច្ឆិកា 2026"],
  [{ year: "numeric", month: "long", day: "numeric" }, {}, "November 21, 2026", "21 វិច្ឆិកា 2026"],
  [{ month: "short", day: "numeric" }, {}, "Nov 21", "21 វិច្ឆិកា"],
  [{ month: "long", year: "numeric" }, {}, "November 2026", "វិច្ឆិកា 2026"],
  [{ month: "long" }, {}, "November", "វិច្ឆិកា"],
  [{ year: "numeric" }, {}, "2026", "2026"],
  [{ hour: "12" }, { hour: "numeric", minute: "2-digit", hour12: true }, "10:04 PM", "10:04 PM"],
  [{ hour: "24" }, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, "22:04", "22:04"],
  [
    { hour: "24", second: "ms" },
    { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" },
    "22:04:05.067",
    "22:04:05.067",
  ],
  [{ weekday: "short", day: "numeric", month: "short" }, {}, "Sat, Nov 21", "សៅរ៍ 21 វិច្ឆិកា"],
  [
    { weekday: "long", day: "numeric", month: "short", year: "numeric" },
    {},
    "Saturday, Nov 21, 2026",
    "សៅរ៍ 21 វិច្ឆិកា 2026",
  ],
  [
    { month: "short", day: "numeric", hour: "12" },
    { hour: "numeric", minute: "2-digit", hour12: true },
    "Nov 21, 10:04 PM",
    "21 វិច្ឆិកា 10:04 PM",
  ],
];

test.each(FORMATS)("%p is written %p: %s, and in Khmer %s", (fields, clock, inEnglish, inKhmer) => {
  expect(english(AT, "Asia/Phnom_Penh", fields)).toBe(inEnglish);
  expect(khmer(AT, "Asia/Phnom_Penh", fields)).toBe(inKhmer);
  const { hour: _, second: __, ...date } = fields;
  const formats = new Map(
    ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat("en-US", { ...date, ...clock, timeZone })]),
  );
  const instants = fc.date({ min: new Date("1971-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instants, (timeZone, at) => {
      // Newer engines use a narrow space before AM and PM, which some fonts do not draw.
      expect(english(at, timeZone, fields)).toBe(formats.get(timeZone)?.format(at).replace("\u202f", " ") ?? "");
    }),
  );
});

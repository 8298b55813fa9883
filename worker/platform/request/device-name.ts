import { joinLanguages, type Translated, translated } from "../../contract/translated.ts";
import { DEVICE_TEXT as khmer } from "./device-text.km.ts";
import { DEVICE_TEXT as english } from "./device-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** Browsers by a pattern of their user agent; a browser that includes another's name comes before it. */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|OPT\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/YaBrowser\//, "Yandex Browser"],
  [/FBAN|FBAV/, "Facebook"],
  [/Telegram/, "Telegram"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Version\/[\d.]+ (Mobile\/\S+ )?Safari\//, "Safari"],
];

const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Linux/, "Linux"],
];

/**
 * The browser and the system of a user agent, e.g. `Chrome on Windows`, in every language. It contains only our own words
 * and never text from the client, which could be forged.
 */
export function deviceName(userAgent: string): Translated {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!browser) return system ? TEXT.someBrowserOn(system) : TEXT.unknown;
  return system ? TEXT.on(browser, system) : translated`${browser}`;
}

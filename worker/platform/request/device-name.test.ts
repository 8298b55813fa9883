import { expect, test } from "bun:test";
import { deviceName } from "./device-name.ts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko)";
const KHTML = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${WINDOWS} ${KHTML} Chrome/142.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`${WINDOWS} ${KHTML} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, "Edge on Windows"],
  [`${WINDOWS} ${KHTML} Chrome/142.0.0.0 Safari/537.36 OPR/120.0.0.0`, "Opera on Windows"],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, "Safari on Mac"],
  [`${MAC.replace(")", "; rv:145.0)")} Gecko/20100101 Firefox/145.0`, "Firefox on Mac"],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iPhone"],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/535.0.0.41.106]`, "Facebook on iPhone"],
  [`${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, "Samsung Internet on Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/142.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  [`Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0) Something/1.0`, "A browser on Windows"],
  ["curl/8.5.0", "An unknown browser"],
  ["", "An unknown browser"],
])("%s is %s", (userAgent, name) => {
  expect(deviceName(userAgent).en).toBe(name);
});

test("no text of the client is part of the name", () => {
  expect(deviceName("<b>Call +855 12 345</b> Chrome/1 Windows")).toEqual({
    en: "Chrome on Windows",
    km: "Chrome លើ Windows",
  });
});

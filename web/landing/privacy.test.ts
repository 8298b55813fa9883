import { expect, test } from "bun:test";
import type { AuthCookie } from "../../worker/auth/auth-cookies.ts";
import { LANGUAGE_COOKIE } from "../../worker/contract/languages.ts";
import { FIRST_STEPS_COOKIE, FOLD_COOKIE, THEME_COOKIE } from "../../worker/contract/limits.ts";
import { PLACES_COOKIE } from "../../worker/contract/performance-places.ts";
import { VERIFIED_COOKIE } from "../../worker/contract/verified-log-in.ts";
import { privacyPage } from "./pages-text.ts";

/** What the page says of each cookie. A new one of the log-in is missing here until it is named there. */
const NAMED: Readonly<Record<AuthCookie | string, string>> = {
  session: "One cookie keeps you signed in",
  device: "Another tells this browser from one that you have never used",
  "admin-device": "Another tells this browser from one that you have never used",
  pending: "which e-mail address is waiting for its code",
  "sign-in": "lets the browser in which an address was verified log in once",
  "second-step": "the password was right while the second factor is still missing",
  google: "who is signing in with Google",
  [LANGUAGE_COOKIE]: "the language that you chose",
  [THEME_COOKIE]: "the number of the colour theme",
  [FOLD_COOKIE]: "whether the sidebar is folded",
  [FIRST_STEPS_COOKIE]: "whether the dashboard shows the first steps",
  [PLACES_COOKIE]: "which places the performance page has",
  [VERIFIED_COOKIE]: "that your address has just been verified",
} satisfies Record<AuthCookie, string> & Record<string, string>;

test("the privacy page names every cookie, and what the service worker keeps", () => {
  const text = privacyPage.sections
    .flatMap(({ paragraphs }) => paragraphs)
    .flat()
    .join(" ");
  expect(Object.entries(NAMED).filter(([, words]) => !text.includes(words))).toEqual([]);
  expect(text).toContain("the last prices that it showed you");
});

import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { sessions, users } from "../../db/schema/index.ts";
import type { Stack } from "../../dev/stack.ts";
import { untilStepHasLeft } from "../../dev/test/test-authenticator.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newPerson } from "../../dev/test/test-people.ts";
import { createAdmin } from "../../worker/admin/users/create-admin.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import { collectComplaints } from "../test/browser.ts";
import { DESKTOP } from "../test/good-looks.ts";
import { tabTo } from "./by-keyboard.ts";
import { signedInBrowser } from "./trader-tab.ts";

export type AdminClient = {
  page: Page;
  context: BrowserContext;
  userId: string;
  password: string;
  /** What the page's console said that nobody should have to read. */
  complaints: string[];
  /** What their authenticator shows. @param stepsFromNow the log-in used the step before this one's */
  codeIn: (stepsFromNow: number) => string;
};

/** Makes an admin, and logs them in by the desk's own page, with the keyboard alone. @param who.firstName tells one from another */
export async function logInAsAdmin(
  stack: Stack,
  browser: Browser,
  who: { firstName: string; viewport: { width: number; height: number } },
): Promise<AdminClient> {
  const { firstName, viewport } = who;
  const settings = settingsSchema.parse(stack.settings);
  const db = databaseOf(stack);
  const { userId, email, password, totpSecret } = await createAdmin(db, settings, newPerson().email, Date.now());
  await db.write([db.query.update(users).set({ firstName, lastName: "Kim" }).where(eq(users.id, userId))]);
  const codeIn = (steps: number) =>
    new OTPAuth.TOTP({ secret: totpSecret }).generate({ timestamp: Date.now() + steps * 30_000 });

  const context = await browser.newContext({ viewport, hasTouch: viewport.width < 600, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = collectComplaints(page, REFUSALS);
  await page.goto(`${stack.origin}/admin/login`);
  await tabTo(page, page.getByLabel("E-mail"));
  await page.keyboard.insertText(email);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.insertText(password ?? "");
  await tabTo(page, page.getByLabel("Six-digit code"));
  // The step before, so that the current one is still unused; it must not grow a step older on its way.
  await untilStepHasLeft(10);
  await page.keyboard.insertText(codeIn(-1));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor({ state: "attached" });
  return { page, context, userId, password: password ?? "", complaints, codeIn };
}

/** An admin who is signed in already, and a page of theirs. */
export type AdminTab = {
  admin: Admin;
  page: Page;
  context: BrowserContext;
  /** What the page's console said that nobody should have to read. */
  complaints: string[];
};

/**
 * Makes an admin and opens a page in a browser in which they are signed in: for tests whose subject is not the log-in.
 * @param options.firstName tells one from another
 */
export async function openAdminTab(
  stack: Stack,
  browser: Browser,
  path: string,
  options: { firstName?: string; viewport?: { width: number; height: number } } = {},
): Promise<AdminTab> {
  const { firstName, viewport = DESKTOP } = options;
  const admin = await newAdmin(stack, firstName);
  const context = await signedInBrowser(browser, stack, admin, { viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = collectComplaints(page, REFUSALS);
  await page.goto(stack.origin + path);
  return { admin, page, context, complaints };
}

/** A stranger's first check, a second factor that is asked for, and a colleague who was first are answers, not faults. */
const REFUSALS = /status of (401|403|409)/;

/** As an hour at the desk does: the code of the log-in is too old for the next act on money. */
export async function forgetSecondFactor(stack: Stack, userId: string): Promise<void> {
  const { query, write } = databaseOf(stack);
  await write([query.update(sessions).set({ authenticatedAtMs: 0 }).where(eq(sessions.userId, userId))]);
}

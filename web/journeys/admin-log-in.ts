import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { sessions, users } from "../../db/schema/index.ts";
import { parseSettings } from "../../dev/local-settings.ts";
import type { Stack } from "../../dev/stack.ts";
import { databaseOf } from "../../dev/test/test-money.ts";
import { type Admin, newAdmin, newPerson } from "../../dev/test/test-people.ts";
import { createAdmin } from "../../worker/admin/users/create-admin.ts";
import { DESKTOP } from "../test/accessible-layout.ts";
import { collectComplaints } from "../test/browser.ts";
import { tabTo } from "./by-keyboard.ts";
import { signedInBrowser } from "./trader-tab.ts";

/** An admin in a browser who logged in through the log-in page. */
export type AdminClient = {
  page: Page;
  context: BrowserContext;
  userId: string;
  password: string;
  /** Errors and warnings in the page's console. */
  complaints: string[];
};

/**
 * Creates an admin, and logs them in through the log-in page with the keyboard. @param who.firstName tells admins apart
 */
export async function logInAsAdmin(
  stack: Stack,
  browser: Browser,
  who: { firstName: string; viewport: { width: number; height: number } },
): Promise<AdminClient> {
  const { firstName, viewport } = who;
  const settings = parseSettings(stack.settings);
  const db = databaseOf(stack);
  const { userId, email, password, totpSecret } = await createAdmin(db, settings, newPerson().email, Date.now());
  await db.write([db.query.update(users).set({ firstName, lastName: "Kim" }).where(eq(users.id, userId))]);

  const context = await browser.newContext({ viewport, hasTouch: viewport.width < 600, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = collectComplaints(page, REFUSALS);
  await page.goto(`${stack.origin}/admin/login`);
  await tabTo(page, page.getByLabel("E-mail"));
  await page.keyboard.insertText(email);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.insertText(password ?? "");
  await tabTo(page, page.getByLabel("Six-digit code"));
  await page.keyboard.insertText(new OTPAuth.TOTP({ secret: totpSecret }).generate());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor({ state: "attached" });
  return { page, context, userId, password: password ?? "", complaints };
}

/** An admin with a session, and their page. */
export type AdminTab = {
  admin: Admin;
  page: Page;
  context: BrowserContext;
  /** Errors and warnings in the page's console. */
  complaints: string[];
};

/**
 * Creates an admin, and opens a page in a browser with their session: for tests whose subject is not the log-in.
 * @param options.firstName tells admins apart
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

/** Expected statuses: a session check without a session, a required second factor, and a version conflict. */
const REFUSALS = /status of (401|403|409)/;

/** Makes the second factor of the session too old for actions on money, as after an hour. */
export async function forgetSecondFactor(stack: Stack, userId: string): Promise<void> {
  const { query, write } = databaseOf(stack);
  await write([query.update(sessions).set({ authenticatedAtMs: 0 }).where(eq(sessions.userId, userId))]);
}

import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import type { Client } from "../../dev/test/test-client.ts";

/** A browser context with a person's session. */
export async function signedInBrowser(
  browser: Browser,
  stack: Stack,
  person: Client,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await signIn(context, stack, person);
  return context;
}

/** Signs a person in to the browser, replacing any other session. */
export async function signIn(context: BrowserContext, { origin }: Stack, { cookies }: Client): Promise<void> {
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: origin })));
}

/** Opens one of the product's addresses in a new browser context of the person. */
export async function openAs(
  browser: Browser,
  stack: Stack,
  person: Client,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await (await signedInBrowser(browser, stack, person, options)).newPage();
  await page.goto(stack.origin + path);
  return page;
}

/** Navigates to another of the product's addresses as its links do, without a page load. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, "", address), path);
}

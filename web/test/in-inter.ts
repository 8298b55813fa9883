import type { Page } from "playwright-core";

/**
 * Loads the page again, from the browser's cache, until its text is set in Inter: a page keeps its fallback font if Inter
 * came too late. @throws Error when it never is
 */
export async function reloadUntilInInter(page: Page): Promise<void> {
  for (let loads = 1; !(await isSetInInter(page)); loads += 1) {
    if (loads === 20) throw new Error("the page was not set in Inter");
    await page.reload();
  }
}

/** Whether the browser draws the page's heading in Inter. */
async function isSetInInter(page: Page): Promise<boolean> {
  await page.locator("h1").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.some(({ familyName, isCustomFont }) => isCustomFont && familyName.startsWith("Inter"));
}

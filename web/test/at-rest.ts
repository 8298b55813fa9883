import type { Locator, Page } from "playwright-core";

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

/**
 * Waits until every animation that ends by itself has ended and the frame after it is drawn. Whatever a test measures on a
 * page (a place, a size, a colour, a picture) is measured after this, or it depends on how fast the machine draws.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // One that is done but holds its last frame is still listed, and one that is held ends only when somebody lets it go.
    const isEnding = ({ playState, effect }: Animation) =>
      playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime);
    for (;;) {
      const ending = document.getAnimations().filter(isEnding);
      if (ending.length === 0) break;
      // An animation that is cancelled, because its element went, has ended too.
      await Promise.allSettled(ending.map((animation) => animation.finished));
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/**
 * Where an element is once nothing moves, in px of the page's window.
 * @throws Error when it is not drawn
 */
export async function boxAtRest(element: Locator): Promise<Box> {
  await element.waitFor();
  await atRest(element.page());
  const box = await element.boundingBox();
  if (!box) throw new Error(`not drawn: ${element}`);
  return box;
}

import type { Locator, Page } from "playwright-core";

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

/**
 * Waits until every finite animation has ended and the next frame is drawn. A test must call it before it measures a
 * position, size, colour or image, or the result depends on the speed of the machine.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Finished animations with a filled end state are still listed, and paused ones never end.
    const isEnding = ({ playState, effect }: Animation) =>
      playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime);
    for (;;) {
      const ending = document.getAnimations().filter(isEnding);
      if (ending.length === 0) break;
      // A cancelled animation, for example of a removed element, has ended too.
      await Promise.allSettled(ending.map((animation) => animation.finished));
      await new Promise(requestAnimationFrame);
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/**
 * The box of an element once nothing moves, in px of the page's window.
 * @throws Error when it is not rendered
 */
export async function boxAtRest(element: Locator): Promise<Box> {
  await element.waitFor();
  await atRest(element.page());
  const box = await element.boundingBox();
  if (!box) throw new Error(`not drawn: ${element}`);
  return box;
}

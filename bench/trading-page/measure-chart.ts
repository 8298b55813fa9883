import type { Page } from "playwright-core";
import type { MainThread } from "./main-thread.ts";
import { emptyProbe, type ProbeFigures, readProbe } from "./page-probe.ts";

type GestureFigures = { frames: ProbeFigures["frames"]; framesPerSecond: number; mainThreadMsPerFrame: number };
/** The figures of dragging and zooming the chart. */
export type ChartFigures = { pan: GestureFigures; zoom: GestureFigures };

const GESTURE_MS = 5_000;
const PAN_STEP_PX = 8;
const PAN_STEPS = 60;
const ZOOM_STEP = 40;
const ZOOM_STEPS = 20;
/** Wheel distance that reaches the maximum zoom-out. */
const ZOOM_OUT_MAX = 4_000;
const LOAD_TIMEOUT_MS = 60_000;

/**
 * Loads at least this many one-minute bars and zooms out as far as the chart allows.
 *
 * @returns the number of loaded bars
 */
export async function loadBars(page: Page, bars: number): Promise<number> {
  const loaded = collectCandles(page);
  await page.getByRole("radio", { name: "1 minute" }).click();
  await moveToMiddle(page);
  const deadlineMs = Date.now() + LOAD_TIMEOUT_MS;
  while (loaded.size < bars && Date.now() < deadlineMs) {
    // The chart loads older bars when their neighbours become visible.
    await page.mouse.wheel(0, ZOOM_OUT_MAX);
    await page.waitForTimeout(200);
  }
  await page.mouse.wheel(0, ZOOM_OUT_MAX);
  return loaded.size;
}

/** Drags and zooms the visible bars. The probe must be counting frames. */
export async function measureChart(page: Page, thread: MainThread): Promise<ChartFigures> {
  const middle = await moveToMiddle(page);
  await page.mouse.down();
  const pan = await measureGesture(page, thread, (step) =>
    page.mouse.move(middle.x + PAN_STEP_PX * thereAndBack(step, PAN_STEPS), middle.y),
  );
  await page.mouse.up();
  const zoom = await measureGesture(page, thread, (step) =>
    page.mouse.wheel(0, thereAndBack(step, ZOOM_STEPS) < thereAndBack(step + 1, ZOOM_STEPS) ? -ZOOM_STEP : ZOOM_STEP),
  );
  return { pan, zoom };
}

async function moveToMiddle(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.getByRole("img", { name: /^Chart of/ }).boundingBox();
  if (!box) throw new Error("the chart has no size");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  return middle;
}

async function measureGesture(
  page: Page,
  thread: MainThread,
  move: (step: number) => Promise<void>,
): Promise<GestureFigures> {
  await emptyProbe(page);
  const before = await thread.times();
  const fromMs = Date.now();
  for (let step = 0; Date.now() - fromMs < GESTURE_MS; step++) await move(step);
  const seconds = (Date.now() - fromMs) / 1_000;
  const after = await thread.times();
  const { frames } = await readProbe(page);
  return {
    frames,
    framesPerSecond: frames.count / seconds,
    mainThreadMsPerFrame: (after.tasks - before.tasks) / frames.count,
  };
}

/** Counts from 0 up to `steps` and down again. */
function thereAndBack(step: number, steps: number): number {
  const within = step % (2 * steps);
  return within <= steps ? within : 2 * steps - within;
}

/** Collects the start times of the one-minute candles that a page receives from now on. */
function collectCandles(page: Page): ReadonlySet<number> {
  const starts = new Set<number>();
  page.on("response", async (response) => {
    if (!/\/api\/market\/candles\?.*interval=1m/.test(response.url())) return;
    // The route's own tests cover the format of its response.
    const { candles } = (await response.json()) as { candles: [number][] };
    for (const [startMs] of candles) starts.add(startMs);
  });
  return starts;
}

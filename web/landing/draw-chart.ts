import { formatClock, formatPrice } from "../ui/format.ts";
import type { ChartGeometry } from "./chart-geometry.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Half the height of a figure: centres a label vertically on its line. */
const MIDDLE_PX = 4;
const TAG_HEIGHT_PX = 20;

/**
 * Draws a computed chart into the elements that `mini-chart.tsx` has prepared.
 * @param symbol.decimals the decimals of its prices
 */
export function drawChart(svg: SVGSVGElement, chart: ChartGeometry, { decimals }: { decimals: number }): void {
  const { plotWidth, plotHeight, last, levels, times } = chart;
  const part = (name: string) => svg.querySelector(`[data-draw="${name}"]`);

  const tag = { x: plotWidth + 4, y: last.y - TAG_HEIGHT_PX / 2 };
  set(part("grid"), { d: levels.map(({ y }) => `M0 ${y}H${plotWidth}`).join("") });
  set(part("area"), { d: chart.area });
  set(part("line"), { d: chart.line });
  set(part("level"), { d: `M0 ${last.y}H${plotWidth}` });
  set(part("dot"), { cx: last.x, cy: last.y });
  set(part("tag"), tag);
  set(part("price"), { x: tag.x + 6, y: last.y + MIDDLE_PX }, formatPrice(last.price, decimals));

  // Leaves out round prices that the tag of the newest price would cover.
  const free = levels.filter(({ y }) => Math.abs(y - last.y) > TAG_HEIGHT_PX);
  label(
    part("levels"),
    free.map(({ y, price }) => ({ x: tag.x + 6, y: y + MIDDLE_PX, text: formatPrice(price, decimals) })),
  );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  label(
    part("times"),
    times.map(({ x, at }) => ({ x, y: plotHeight + 18, text: formatClock(at, timeZone) })),
  );
}

function set(element: Element | null, attributes: Record<string, string | number>, text?: string): void {
  if (!element) return;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
}

/** Gives a group one text element per label, reusing existing elements. */
function label(group: Element | null, labels: readonly { x: number; y: number; text: string }[]): void {
  if (!group) return;
  while (group.childElementCount > labels.length) group.lastElementChild?.remove();
  while (group.childElementCount < labels.length) group.append(document.createElementNS(SVG, "text"));
  labels.forEach(({ x, y, text }, index) => {
    set(group.children[index] ?? null, { x, y }, text);
  });
}

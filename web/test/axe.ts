import type axe from "axe-core";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { atRest } from "./at-rest.ts";

declare global {
  interface Window {
    /** Set by axe itself. */
    axe: typeof axe;
  }
}

const SOURCE = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();

/**
 * Runs axe on the current page, with the rules of WCAG 2.2 A and AA and axe's best practices.
 * @returns one line per violated rule with its elements; empty without violations
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // Text that is still fading in has a lower contrast.
  await atRest(page);
  // The debugger evaluates it, so that the page's CSP does not block the test's script.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const found = await violationsNow(page);
  if (found.length === 0) return [];
  // A message that leaves while axe reads fades, too: what is a violation at rest is one again.
  await atRest(page);
  return await violationsNow(page);
}

async function violationsNow(page: Page): Promise<string[]> {
  // Only violations are described: describing passed rules costs more than checking them.
  const results = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  return describeViolations(results);
}

function describeViolations({ violations }: AxeResults): string[] {
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`);
    return `${id}: ${help}\n  ${places.join("\n  ")}`;
  });
}

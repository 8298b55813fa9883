import type axe from "axe-core";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { atRest } from "./at-rest.ts";

declare global {
  interface Window {
    /** axe puts itself there. */
    axe: typeof axe;
  }
}

const SOURCE = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();

/**
 * What axe finds wrong on a page as it stands, by the rules of WCAG 2.2 A and AA and axe's own of good practice.
 * @returns one line a broken rule with the elements that break it; empty when all is well
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // Text that is still fading in has less contrast than it will have.
  await atRest(page);
  // A script of the test, not of the page: evaluated by the debugger, which no CSP stops.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  // Only what is broken is described: the places of all that is well cost more than finding it.
  const results = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  return describeViolations(results);
}

function describeViolations({ violations }: AxeResults): string[] {
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`);
    return `${id}: ${help}\n  ${places.join("\n  ")}`;
  });
}

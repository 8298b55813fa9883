import type { AxeResults } from "axe-core";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { atRest } from "./at-rest.ts";

/**
 * What axe finds wrong on a page as it stands, by the rules of WCAG 2.2 A and AA and axe's own of good practice.
 * @returns one line a broken rule with the elements that break it; empty when all is well
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // Text that is still fading in has less contrast than it will have.
  await atRest(page);
  // A script of the test, not of the page: evaluated by the debugger, which no CSP stops.
  await page.evaluate(axe.source);
  // axe puts itself on the page's window, which has no type for it.
  const results = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return describeViolations(results);
}

function describeViolations({ violations }: AxeResults): string[] {
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`);
    return `${id}: ${help}\n  ${places.join("\n  ")}`;
  });
}

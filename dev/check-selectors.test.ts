import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { isOwn, markupOf, selectorsOf } from "./check-selectors.ts";

setDefaultTimeout(600_000);

const SCREEN = `
const Frame = styled("section")\`
  color: var(--text);
  & > svg, & p {
    color: var(--muted);
  }
  \${media.phone} {
    & > div[data-size="dense"] { gap: 4px;
    }
    &[data-open="true"] li:not(:last-child) > [data-mark] {
      gap: 4px;
    }
  }
\`;
export const Screen = () => (
  <Frame data-open="true">
    <Text as="li"><b data-mark="" /></Text>
    <Text>Two</Text>
    <Button size="dense"><Icon of={X} /></Button>
  </Frame>
);
`;

test("the selectors of a style are read, also those in media queries", () => {
  expect(selectorsOf(SCREEN).map(({ selector }) => selector)).toEqual([
    "& > svg",
    "& p",
    '& > div[data-size="dense"]',
    '&[data-open="true"] li:not(:last-child) > [data-mark]',
  ]);
});

test("those that reach into a part are found", () => {
  const files = [markupOf(SCREEN)];
  const foreign = selectorsOf(SCREEN).filter(({ compounds }) => !compounds.every((one) => isOwn(one, files, files)));
  expect(foreign.map(({ selector }) => selector)).toEqual(["& > svg", '& > div[data-size="dense"]']);
});

test("an attribute that a script of the feature sets is its own", () => {
  const script = markupOf('element.dataset.area = "axis"; document.createElement("canvas");');
  expect(isOwn("canvas[data-area]", [script], [script])).toBe(true);
  expect(isOwn("canvas[data-other]", [script], [script])).toBe(false);
});

test("the screens pass, as a part of the lint", async () => {
  const root = join(import.meta.dir, "..");
  const { scripts } = await Bun.file(join(root, "package.json")).json();
  expect(scripts.lint).toContain(" && bun dev/check-selectors.ts");
  const check = Bun.spawn([process.execPath, "dev/check-selectors.ts"], { cwd: root, stderr: "pipe" });
  expect(await new Response(check.stderr).text()).toBe("");
  expect(await check.exited).toBe(0);
});

import { expect, test } from "bun:test";
import { Glob } from "bun";

/** Files of `web/ui` with components that /design does not render, and why. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  "dialog/dialog-on-demand.tsx": "waits for the code of a dialog; what says that it is missing is `not-loaded.tsx`",
  "header-slot.tsx": "a place in the header of the shell",
  "height-grip.tsx": "the edge of an area",
  "image/image-stage.tsx": "part of the image viewer",
  "live-region.tsx": "for screen readers alone",
  "live-text.tsx": "a text that looks like any other",
  "support-link.tsx": "makes a link in other parts' texts",
  "toast/undo-toast.tsx": "shows a toast with a button",
};

test("the page of parts renders every part of web/ui", async () => {
  const parts = [...new Glob("**/*.tsx").scanSync(`${import.meta.dir}/../ui`)].filter(
    (file) => !file.includes(".test."),
  );
  const pages = [...new Glob("*.tsx").scanSync(import.meta.dir)];
  const texts = await Promise.all(pages.map((file) => Bun.file(`${import.meta.dir}/${file}`).text()));
  const missing = parts.filter((file) => !texts.some((text) => text.includes(`"../ui/${file}"`)));
  expect(missing.toSorted()).toEqual(Object.keys(NOT_SHOWN));
});

import { join } from "node:path";
import { Glob } from "bun";

/**
 * Refuses a styled block of a feature that only arranges: one without selectors, whose declarations are all properties
 * of a look. The layout parts of `web/ui/layout.tsx` say the same in the screen's own markup. A block that a feature
 * exports is a part of its own.
 */
const ROOT = join(import.meta.dir, "..");
const BLOCK = /(?<!export )const (\w+) = styled\((?:"\w+"|\w+)\)`([^`]*)`;/g;
/** Places that keep static blocks, and why. */
const STATIC: Readonly<Record<string, string>> = {
  "web/landing/script/watch-demo-dialog.tsx": "its code is loaded without the layout parts",
  "web/landing/script/visitor-positions.tsx": "likewise",
  "web/landing/script/visitor-ticket.tsx": "likewise",
  "web/performance/month-grid.tsx": "prerendered in the landing page",
  "web/prices/feed-state.tsx": "renders on every tick",
};
const SCREEN = /\$\{media\.(?:phone|narrow|medium|wide|touch|pointer)\}\s*\{([^{}]*)\}/g;

/** The declarations that a look can make. `web/ui/look.ts` */
const LOOK =
  /^(?:display:\s*(?:flex|grid|block|none)|flex(?:-direction|-wrap)?:|flex:|gap:|align-items:|justify-content:|grid-template-columns:|grid-column:|align-self:|padding[\w-]*:|margin[\w-]*:|(?:min-|max-)?(?:width|height):|color:\s*var|background:\s*var|font-weight:|text-align:|white-space:\s*nowrap|overflow-wrap:|text-wrap:|container-type:|border-(?:top|bottom):\s*1px solid var\(--line\))/;

/** Whether a styled block does no more than a layout part does. */
function onlyArranges(css: string): boolean {
  const plain = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(SCREEN, "$1")
    .replaceAll(/\$\{type\.\w+\}/g, "");
  if (/[{}&@$]/.test(plain)) return false;
  const declarations = plain
    .split(";")
    .map((declaration) => declaration.trim())
    .filter(Boolean);
  return declarations.every((declaration) => LOOK.test(declaration));
}

const faults: string[] = [];
const passedOver = ["web/ui/", ...Object.keys(STATIC)];
const paths = [...new Glob("web/**/*.{ts,tsx}").scanSync(ROOT)].filter(
  (path) => !passedOver.some((start) => path.startsWith(start)),
);
for (const path of paths) {
  const text = await Bun.file(join(ROOT, path)).text();
  for (const [, name, css = ""] of text.matchAll(BLOCK)) if (onlyArranges(css)) faults.push(`${path}: ${name}`);
}
for (const fault of faults)
  console.error(`${fault} only arranges: use Stack, Row, Grid, Box or Text of web/ui/layout.tsx`);
if (faults.length > 0) process.exit(1);
console.info(`checked the styled blocks of ${paths.length} files`);

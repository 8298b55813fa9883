/**
 * Draws the application's icons and the picture that other sites show with a link, from the logo, into `web/install/pictures`:
 * `bun web/test/draw-icons.tsx`. Run it again when the logo or the default theme changes.
 */
import "../ui/setup.ts";

import { join, resolve } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { THEME_DEFAULT } from "../../worker/contract/limits.ts";
import { Logo, Mark } from "../ui/logo.tsx";
import { THEME } from "../ui/theme.ts";
import { launchBrowser } from "./browser.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");
const FOLDER = join(REPOSITORY, "web/install/pictures");

const { bg, text, muted, accent } = THEME[THEME_DEFAULT].colours;
const mark = renderToStaticMarkup(<Mark size={24} />);
const logo = renderToStaticMarkup(<Logo />);

/**
 * The share of the side that the mark takes. Launchers cut a maskable icon to a circle of 80% of its side at the
 * least, and iOS rounds its corners.
 */
const ICONS = [
  { file: "icon-192.png", side: 192, share: 0.74, radius: 0.2 },
  { file: "icon-512.png", side: 512, share: 0.74, radius: 0.2 },
  { file: "icon-maskable-512.png", side: 512, share: 0.54, radius: 0 },
  { file: "touch-icon-180.png", side: 180, share: 0.62, radius: 0 },
];

const inter = await Bun.file(
  Bun.resolveSync("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", REPOSITORY),
).arrayBuffer();

const variables = `:root { --accent: ${accent}; --text: ${text}; } * { margin: 0; box-sizing: border-box; }`;

const browser = await launchBrowser();
const page = await browser.newPage();

async function draw(file: string, width: number, height: number, markup: string): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.setContent(markup);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, file), omitBackground: true });
}

for (const { file, side, share, radius } of ICONS) {
  await draw(
    file,
    side,
    side,
    `<style>${variables}
      main { display: grid; place-items: center; height: ${side}px; background: ${bg}; border-radius: ${side * radius}px; }
      svg { width: ${side * share}px; height: ${side * share}px; }
    </style><main>${mark}</main>`,
  );
}

// The mark stands large and pale behind the words. Messengers cut the sides: the words keep a distance from them.
await draw(
  "social-preview.png",
  1200,
  630,
  `<style>${variables}
    @font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${Buffer.from(inter).toString("base64")}); }
    body { width: 1200px; height: 630px; background: ${bg}; color: ${text}; font-family: Inter; position: relative; }
    .river { position: absolute; right: -150px; top: -95px; width: 820px; height: 820px; opacity: 0.08; }
    main { position: absolute; inset: 0; padding: 0 88px; display: flex; flex-direction: column; justify-content: center; }
    .logo svg { width: 264px; height: 80px; }
    h1 { margin-top: 64px; font-size: 68px; line-height: 78px; font-weight: 600; letter-spacing: -0.02em; }
    p { margin-top: 28px; font-size: 30px; line-height: 42px; color: ${muted}; }
  </style>
  ${mark.replace("<svg", '<svg class="river"')}
  <main><div class="logo">${logo}</div>
  <h1>The market runs both ways.<br>So can you.</h1>
  <p>Live prices, $10,000 of demo money, deposits by KHQR.</p></main>`,
);
await browser.close();

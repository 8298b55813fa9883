/**
 * Renders the documents of the application: one for each route, and `app.html` for all other addresses. The build runs
 * this as a separate process, `bun prerender-app.tsx <outdir> <chunks> <fonts> <pictures> <language>`, so that it always sees the newest sources and no
 * browser globals. It fills the bundled `app.html` in that folder, whose script and font already have hashed names.
 */
import "../ui/setup.ts";

import { join } from "node:path";
import { extractCss } from "goober";
import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { documentFile, documentFolder, manifestPath, PRERENDERED } from "../../worker/contract/addresses.ts";
import { languageOf } from "../../worker/contract/languages.ts";
import { installLinks, type Pictures } from "../install/head-links.ts";
import { staticDocument } from "../landing/static-document.ts";
import { FIRST_PRICES } from "../prices/first-prices-path.ts";
import { PUBLIC_SCREENS } from "../screens.ts";
import { ROUTE, ROUTE_PATTERN, type RouteName } from "../state/routes.ts";
import { baseCss } from "../ui/base-styles.ts";
import { fontFaces, fontPreloads } from "../ui/font.ts";
import type { DocumentFonts } from "../ui/language-fonts.ts";
import { themeRules } from "../ui/theme.ts";
import { FirstPaint, screenOf } from "./first-paint.tsx";

/** Made when the modules above were loaded: the animations. */
const animations = extractCss();

/** Of the bundle: the files of a module and of all that it imports, by its path in `web`. */
type Chunks = Readonly<Record<string, readonly string[]>>;

const [outdir = "", chunkList = "", fontList = "", pictureList = "", given = ""] = process.argv.slice(2);
const language = languageOf(given);
const folder = documentFolder(language);
const template = await Bun.file(join(outdir, folder, "app.html")).text();
// The build writes these arguments.
const chunks = JSON.parse(chunkList) as Chunks;
const fontUrl = /href="([^"]+\.woff2)"/.exec(template)?.[1];
if (!fontUrl) throw new Error("app.html preloads no font");
// `staticDocument` keeps the rules of the template's own theme alone.
const themes = `@media not print{${themeRules().replaceAll(/\s+/g, " ")}}`;
const languageFonts = JSON.parse(fontList) as DocumentFonts;
const pictures = JSON.parse(pictureList) as Pictures;
const fonts = (fontFaces(fontUrl) + languageFonts.faces + languageFonts.nameFaces).replaceAll(/\s+/g, " ");

// Object.keys returns strings; these objects have no other keys.
const ROUTES = Object.keys({ ...ROUTE, ...ROUTE_PATTERN }) as RouteName[];
const isPrerendered = (route: RouteName) => route in ROUTE && PRERENDERED.some((path) => path === pathOf(route));

for (const route of [null, ...ROUTES.filter((one) => !isPrerendered(one))]) {
  const file = route === null ? `${folder}app.html` : documentFile(route, language).slice(1);
  await Bun.write(join(outdir, file), await fill(route));
  // The build reads the list of files from stdout.
  console.info(file);
}

async function fill(route: RouteName | null): Promise<string> {
  const screen = screenOf(route);
  const markup = renderToStaticMarkup(
    <Router ssrPath={pathOf(route)}>
      <FirstPaint screen={screen} />
    </Router>,
  );
  const { body, css } = await staticDocument({ body: markup, css: baseCss() + animations + extractCss() }, template);
  const later = (route && screen?.later?.[route]) ?? [];
  const modules =
    screen?.modules.filter((module) => !later.includes(module)) ??
    PUBLIC_SCREENS.filter((one) => one.route === route).map(({ module }) => module);
  const calls = ["/api/auth/check", ...(screen?.calls ?? [])];
  const entry = filesOf("main.tsx");
  const [early] = markup.includes("data-awaited") ? filesOf("documents/early-balance.ts") : [];
  const candles = markup.includes('data-awaited="candles"') ? filesOf("documents/early-candles.ts") : [];
  const [drawing] = candles;
  const first = new Set([...entry, ...candles]);
  const own = new Set(modules.flatMap(filesOf)).difference(first);
  // What a slow line is to bring first: the scripts that write the figures and draw the candles, and the answers that have
  // the figures. The first script begins all else, while the entry keeps the line busy.
  const isFirst = (path: string) => !early || path === calls[0] || path === FIRST_PRICES;
  const next = [...calls.filter((path) => !isFirst(path)), ...[...own].map((path) => `/${path}`)]
    .map(escaped)
    .join(" ");
  const links = [
    ...calls.filter(isFirst).map((path) => `<link rel="preload" as="fetch" crossorigin href="${escaped(path)}">`),
    early ? `<script type="module" async src="/${early}" data-next="${next}"></script>` : "",
    drawing ? `<script type="module" async src="/${drawing}"></script>` : "",
    ...[...first, ...(early ? [] : own)].map((path) => `<link rel="modulepreload" href="/${path}">`),
  ];
  return new HTMLRewriter()
    .on("html", { element: (element) => void element.setAttribute("lang", language) })
    .on('link[as="font"]', {
      element: (element) => void element.after(fontPreloads(languageFonts.preloads), { html: true }),
    })
    .on('link[rel="icon"]', {
      element: (element) => void element.after(installLinks(manifestPath(language), pictures), { html: true }),
    })
    .on("title", { element: (element) => void (screen && element.setInnerContent(`${screen.title} · Tonle`)) })
    .on("style#fonts", { element: (element) => void element.setInnerContent(fonts, { html: true }) })
    .on("style#first-paint", { element: (element) => void element.setInnerContent(css + themes, { html: true }) })
    .on("head > script", { element: (element) => void element.before(links.join(""), { html: true }) })
    .on("#root", { element: (element) => void element.setInnerContent(body, { html: true }) })
    .on("head", { comments: (comment) => void comment.remove() })
    .transform(template.replaceAll(/>\s+</g, "><"));
}

/** An address in an attribute. */
function escaped(address: string): string {
  return address.replaceAll("&", "&amp;");
}

/** An address of the route, for the links that mark the current one. */
function pathOf(route: RouteName | null): string {
  return route === null ? "/" : { ...ROUTE, ...ROUTE_PATTERN }[route];
}

function filesOf(module: string): readonly string[] {
  const files = chunks[module];
  if (!files) throw new Error(`no chunk of the build is ${module}`);
  return files;
}

/**
 * Renders what belongs to the installed application: its manifest, and the page that is shown without a connection. The build
 * runs this as a separate process, `bun prerender-install.tsx <outdir> <chunks> <fonts> <pictures> <language>`. The page is
 * printed as JSON and goes into the service worker; it is no file, so that nobody opens it while there is a connection. Its
 * styles are a file with a hashed name, as a page without a nonce has no inline style.
 */
import "../ui/setup.ts";

import { join } from "node:path";
import { extractCss } from "goober";
import { renderToStaticMarkup } from "react-dom/server";
import { documentFolder, manifestPath, ROUTE } from "../../worker/contract/addresses.ts";
import { languageOf } from "../../worker/contract/languages.ts";
import { THEME_DEFAULT } from "../../worker/contract/limits.ts";
import { type Pictures, pictureAt } from "../install/head-links.ts";
import { installText } from "../install/install-text.ts";
import { type OfflinePage, OfflinePageView } from "../install/offline-page.tsx";
import { offlineText } from "../install/offline-text.ts";
import { staticDocument } from "../landing/static-document.ts";
import { baseCss } from "../ui/base-styles.ts";
import { fontFaces, fontPreloads } from "../ui/font.ts";
import type { DocumentFonts } from "../ui/language-fonts.ts";
import { THEME, themeRules } from "../ui/theme.ts";

const [outdir = "", chunkList = "", fontList = "", pictureList = "", given = ""] = process.argv.slice(2);
const language = languageOf(given);
// The build writes these arguments.
const chunks = JSON.parse(chunkList) as Readonly<Record<string, readonly string[]>>;
const languageFonts = JSON.parse(fontList) as DocumentFonts;
const pictures = JSON.parse(pictureList) as Pictures;
const { bg } = THEME[THEME_DEFAULT].colours;

await Bun.write(join(outdir, manifestPath(language)), JSON.stringify(manifest(), null, 2));
// The build reads it from stdout.
console.info(JSON.stringify(await offlinePage()));

function manifest() {
  const icon = (name: string, side: number, purpose: "any" | "maskable") => {
    return { src: pictureAt(pictures, name), sizes: `${side}x${side}`, type: "image/png", purpose };
  };
  return {
    // One application, whatever the language in which it was installed.
    id: ROUTE.landing,
    lang: language,
    name: installText.name,
    short_name: installText.shortName,
    description: installText.description,
    start_url: ROUTE.dashboard,
    scope: ROUTE.landing,
    display: "standalone",
    background_color: bg,
    theme_color: bg,
    categories: ["finance"],
    icons: [icon("icon-192", 192, "any"), icon("icon-512", 512, "any"), icon("icon-maskable-512", 512, "maskable")],
  };
}

async function offlinePage(): Promise<OfflinePage> {
  const template = await Bun.file(join(outdir, documentFolder(language), "app.html")).text();
  const interUrl = /href="([^"]+\.woff2)"/.exec(template)?.[1];
  const iconUrl = /href="([^"]+\.svg)"/.exec(template)?.[1];
  const [script] = chunks["install/offline.ts"] ?? [];
  if (!interUrl || !iconUrl || !script) throw new Error("the build lacks a file of the offline page");

  const root = `<html data-theme="${THEME_DEFAULT}">`;
  const markup = renderToStaticMarkup(<OfflinePageView />);
  const { body, css } = await staticDocument({ body: markup, css: baseCss() + extractCss() }, root);
  // `staticDocument` keeps the rules of the default theme alone.
  // The page names no other language.
  const sheet = fontFaces(interUrl) + languageFonts.faces + css + themeRules();
  const style = `/assets/offline-${hash(sheet)}.css`;
  await Bun.write(join(outdir, style), sheet);

  const html = [
    `<!doctype html><html lang="${language}" data-theme="${THEME_DEFAULT}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<meta name="color-scheme" content="dark"><meta name="theme-color" content="${bg}">`,
    `<title>${offlineText.title} · Tonle</title><link rel="icon" type="image/svg+xml" href="${iconUrl}">`,
    // The font is used from the first text on or not at all.
    fontPreloads([interUrl, ...languageFonts.preloads]),
    `<link rel="stylesheet" href="${style}"><script type="module" src="/${script}"></script></head>`,
    `<body>${body}</body></html>`,
  ].join("");
  return { html, files: [style, `/${script}`, iconUrl, interUrl, ...languageFonts.preloads] };
}

/** Eight characters, as the bundler has them in its names. */
function hash(sheet: string): string {
  return Bun.hash(sheet).toString(36).padStart(8, "0").slice(-8);
}

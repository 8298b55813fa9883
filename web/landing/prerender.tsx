/**
 * Renders the static documents: the landing page and the pages linked in its footer. The build runs this as a separate
 * process, `bun prerender.tsx <outdir> <chunks> <fonts> <pictures> <language>`, so that it always sees the newest sources and no browser globals. It fills the
 * bundled `index.html` in that folder, whose script and font already have hashed names, into every document.
 */
import { join } from "node:path";
import { extractCss, setup } from "goober";
import { shouldForwardProp } from "goober/should-forward-prop";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { documentFolder, manifestPath, type PublicPath, publicPath } from "../../worker/contract/addresses.ts";
import { languageOf } from "../../worker/contract/languages.ts";
import { installLinks, type Pictures, pictureAt } from "../install/head-links.ts";
import { ROUTE } from "../state/routes.ts";
import { baseCss } from "../ui/base-styles.ts";
import { fontFaces, fontPreloads } from "../ui/font.ts";
import type { DocumentFonts } from "../ui/language-fonts.ts";
import { themeRules } from "../ui/theme.ts";
import { LandingPage } from "./landing-page.tsx";
import { landingText } from "./landing-text.ts";
import { contactPage, pricesProofPage, privacyPage, supportPage, type TextPage, termsPage } from "./pages-text.ts";
import { SealsToday } from "./seals-today.tsx";
import { staticDocument } from "./static-document.ts";
import { TextPageView } from "./text-page.tsx";

type Document = {
  path: PublicPath;
  title: string;
  description: string;
  page: ReactElement;
  /** The module that the page's script loads after the first paint, by its path in `web`; null for a page without a script. */
  script: string | null;
};

const DOCUMENTS: readonly Document[] = [
  {
    path: ROUTE.landing,
    title: landingText.title,
    description: landingText.description,
    page: <LandingPage />,
    script: "landing/script/landing.ts",
  },
  textDocument(ROUTE.terms, termsPage),
  textDocument(ROUTE.privacy, privacyPage),
  textDocument(ROUTE.support, supportPage),
  textDocument(ROUTE.contact, contactPage),
  {
    ...textDocument(ROUTE.pricesProof, pricesProofPage),
    page: (
      <TextPageView path={ROUTE.pricesProof} page={pricesProofPage}>
        <SealsToday />
      </TextPageView>
    ),
    script: "landing/script/prices-proof.ts",
  },
];

function textDocument(path: PublicPath, page: TextPage): Document {
  const { title, lead } = page;
  return {
    path,
    title: `${title} · Tonle`,
    description: lead,
    page: <TextPageView path={path} page={page} />,
    script: null,
  };
}

setup(
  createElement,
  undefined,
  undefined,
  shouldForwardProp((prop) => prop[0] !== "$"),
);

const [outdir = "", chunkList = "", fontList = "", pictureList = "", given = ""] = process.argv.slice(2);
const language = languageOf(given);
// The build writes this argument: the files of a module and of all that it imports, by its path in `web`.
const chunks = JSON.parse(chunkList) as Readonly<Record<string, readonly string[]>>;
const template = await Bun.file(join(outdir, documentFolder(language), "index.html")).text();
const fontUrl = /href="([^"]+\.woff2)"/.exec(template)?.[1];
if (!fontUrl) throw new Error("index.html preloads no font");
const languageFonts = JSON.parse(fontList) as DocumentFonts;
const pictures = JSON.parse(pictureList) as Pictures;

for (const document of DOCUMENTS) {
  const file = fileOf(document.path);
  await Bun.write(join(outdir, file), await fill(template, document, fontUrl));
  // The build reads the list of files from stdout.
  console.info(file);
}

function fileOf(path: PublicPath): string {
  const name = path === ROUTE.landing ? "/index" : path;
  return `${documentFolder(language)}${name.slice(1)}.html`;
}

/**
 * Tags from which other sites show a link to the page beside its description, in as few bytes as they understand: the page has to stay
 * within its first response.
 */
function previewOf({ path, title }: Document): string {
  const picture = pictureAt(pictures, "social-preview");
  return [
    `<meta property=og:title content="${Bun.escapeHTML(title)}"><meta property=og:image content="${picture}">`,
    `<meta property=og:url content="${publicPath(path, language)}">`,
    "<meta name=twitter:card content=summary_large_image>",
  ].join("");
}

async function fill(template: string, document: Document, fontUrl: string): Promise<string> {
  const { title, description, page, script } = document;
  const { body, css } = await staticDocument(
    {
      body: renderToStaticMarkup(page),
      // The root has the colours of the default theme, and these pages have no other.
      css:
        fontFaces(fontUrl) +
        languageFonts.faces +
        languageFonts.nameFaces +
        baseCss().replace(themeRules(), "") +
        extractCss(),
    },
    template,
  );
  return new HTMLRewriter()
    .on("html", { element: (element) => void element.setAttribute("lang", language) })
    .on('link[as="font"]', {
      element: (element) => void element.after(fontPreloads(languageFonts.preloads), { html: true }),
    })
    .on("title", { element: (element) => void element.setInnerContent(title) })
    .on("meta[name=description]", {
      element: (element) =>
        void element.setAttribute("property", "og:description")?.setAttribute("content", description),
    })
    .on('link[rel="icon"]', {
      element(element) {
        element.after(installLinks(manifestPath(language), pictures) + previewOf(document), { html: true });
      },
    })
    .on("style#_goober", { element: (element) => void element.setInnerContent(css, { html: true }) })
    .on("body", { element: (element) => void element.setInnerContent(body, { html: true }) })
    .on("head", { comments: (comment) => void comment.remove() })
    .on("script", {
      element(element) {
        if (script === null) return void element.remove();
        element.setAttribute("async", "");
        const links = (chunks[script] ?? []).map((chunk) => `<link rel="modulepreload" href="/${chunk}">`);
        element.after(links.join(""), { html: true });
      },
    })
    .transform(template.replaceAll(/>\s+</g, "><").replaceAll(" />", ">"));
}

import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/**
 * Styles without what is there for readers alone: a bundler minifies no text, and goober reads each style when its module runs.
 */
export const shortStyles: Plugin = {
  name: "short-styles",
  transform: {
    filter: { id: /\/web\/.*\.tsx?$/, code: /[;{]\n/ },
    handler(source) {
      return withShortStyles(source);
    },
  },
};

/** A source with its styles shortened. The space beside a value stays: `animation: ${turn} 1s`. */
export function withShortStyles(source: string): string {
  let short = "";
  let end = 0;
  for (const part of textsIn(parseAst(source, { lang: "tsx" }))) {
    // The place of a text has its marks: a quote or a brace before it, and a quote or `${` behind it.
    const [from, to] = [part.start + 1, part.end - (source.startsWith("${", part.end - 2) ? 2 : 1)];
    short += source.slice(end, from) + shortStyle(source.slice(from, to));
    end = to;
  }
  return short + source.slice(end);
}

/** The texts between the values of templates, in their order. */
function textsIn(node: unknown): { start: number; end: number }[] {
  if (typeof node !== "object" || node === null) return [];
  if (isText(node)) return [node];
  return Object.values(node)
    .flatMap(textsIn)
    .sort((a, b) => a.start - b.start);
}

function isText(node: object): node is { start: number; end: number } {
  return "type" in node && node.type === "TemplateElement";
}

/** A part of a style without comments, and without spaces that no rule needs; another text as it is. */
export function shortStyle(text: string): string {
  if (!/[;{]\s*\n/.test(text)) return text;
  const bare = text.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/\s+/g, " ");
  return bare.replaceAll(/ ?([{};]) ?/g, "$1");
}

/** Icons without what their package alone reads. React finds the parts of an icon by their places. */
export const shortIcons: Plugin = {
  name: "short-icons",
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (source) => source.replaceAll(/,\s*(?:key: "\w+"|aliases: \[[^\]]*\])/g, ""),
  },
};

/**
 * uPlot without what it makes of `Intl` before anything is drawn, which our charts never use, as they have formats of their own: the first
 * formatter of a page takes a slow phone 80 ms.
 */
export const lateFormats: Plugin = {
  name: "late-formats",
  transform: { filter: { id: /\/uplot\/dist\// }, handler: withLateFormats },
};

/** The source with its formatters made where they are used. @throws Error for a version of another form */
export function withLateFormats(source: string): string {
  const late = source.replaceAll(
    /^const (numFormatter|localTz) = (new Intl\..*);$/gm,
    (_, name: string, made: string) => `let ${name}Made;\nconst ${name} = () => (${name}Made ??= ${made});`,
  );
  const used = late
    .replace("numFormatter.format(", "numFormatter().format(")
    .replace("tz == localTz)", "tz == localTz())");
  if ((used.match(/\b(?:numFormatter|localTz)\(\)/g) ?? []).length !== 2)
    throw new Error("uPlot makes its formats in another way");
  return used;
}

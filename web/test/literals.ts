const SOURCES = "{web,worker}/**/*.{ts,tsx}";
/** Tests and test helpers, and the developer pages. */
const NOT_SHIPPED = /\.test\.|\.long\.|\/(?:test|journeys|design|golden)\//;

/** A string literal and its file. */
export type Literal = { file: string; text: string };

/**
 * The string literals of the product's sources, without types and comments.
 * @param root the folder with `web` and `worker` in it
 */
export async function literalsUnder(root: string): Promise<Literal[]> {
  const files = [...new Bun.Glob(SOURCES).scanSync(root)].filter((file) => !NOT_SHIPPED.test(file)).sort();
  const found = files.map(async (file): Promise<Literal[]> => {
    const transpiler = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
    const source = transpiler.transformSync(await Bun.file(`${root}/${file}`).text());
    return literalsOf(source).map((text) => ({ file, text }));
  });
  return (await Promise.all(found)).flat();
}

/** The string literals of a source. @returns each literal once; a template's expressions are written `{}` */
export function literalsOf(source: string): string[] {
  const found: Found = { literals: [], code: "" };
  readCode(source, 0, found);
  return found.literals;
}

/** The code of a source without the contents of its literals and without comments; the expressions of templates remain. */
export function codeOf(source: string): string {
  const found: Found = { literals: [], code: "" };
  readCode(source, 0, found);
  return found.code;
}

type Found = { literals: string[]; code: string };

/** A regular expression is at the position of a value: its quotes start no string. */
const BESIDE_STRINGS =
  /(?<=[(,=:[!&|?{};]\s*|return\s)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/|\/\/.*|\/\*[\s\S]*?\*\//y;
const QUOTED = /"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'/y;

/** Reads to the brace that closes the enclosing block, or to the end. @returns the position after it */
function readCode(source: string, from: number, found: Found): number {
  let depth = 0;
  let at = from;
  while (at < source.length) {
    const besides = matchAt(BESIDE_STRINGS, source, at);
    const quoted = besides ?? matchAt(QUOTED, source, at);
    if (quoted) {
      if (!besides) found.literals.push(unescaped(quoted[1] ?? quoted[2] ?? ""));
      found.code += besides ? " " : '""';
      at += quoted[0].length;
      continue;
    }
    const character = source[at];
    at += 1;
    found.code += character;
    if (character === "`") at = readTemplate(source, at, found);
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth < 0) return at;
  }
  return at;
}

/** @returns the position after the closing backtick */
function readTemplate(source: string, from: number, found: Found): number {
  let text = "";
  let at = from;
  while (at < source.length && source[at] !== "`") {
    if (source.startsWith("${", at)) {
      text += "{}";
      found.code += "${";
      at = readCode(source, at + 2, found);
      continue;
    }
    const length = source[at] === "\\" ? 2 : 1;
    text += source.slice(at, at + length);
    at += length;
  }
  found.literals.push(unescaped(text));
  found.code += "`";
  return at + 1;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, (_, character: string) => (character === "n" ? "\n" : character));
}

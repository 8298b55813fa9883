import { join } from "node:path";
import { Glob } from "bun";

/**
 * Refuses an assertion of a browser test on what it has read of the page once, as the page may be about to change.
 * `eventually` of `web/test/eventually.ts` repeats the read with its assertion.
 *
 * Looked at is what stands in `expect(...)`: reads, functions of the file that read, and constants of a read. A constant of
 * `evaluate` or `boxAtRest` is allowed: several sizes are measured in one step, after `atRest`.
 */
const ROOT = join(import.meta.dir, "..");
const STATE =
  /(?<!\bPromise)\.(?:count|is(?:Visible|Hidden|Disabled|Enabled|Editable|Checked)|textContent|inner(?:Text|HTML)|inputValue|getAttribute|all(?:TextContents|InnerTexts)?|jsonValue|title)\(|\w\.url\(/;
const READ = new RegExp(`${STATE.source}|\\.(?:evaluate(?:All)?|boundingBox)\\(|\\bboxAtRest\\(`);
const WAIT = /\b(?:eventually|waitUntil)\(/g;
const NOT_AWAITED = /(?<!\b(?:await|return|function) |=> |[[(,]\s*)\beventually\(/g;
/** Strings, comments and regular expressions: brackets in them need not match. */
const NOT_CODE =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\[\s\S]|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|(?<=[(,=:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+\/\w*/g;
const DECLARATION = /\bconst (\w+|[[{].*?[\]}])(?:: [^=\n]+?)? = |\bfunction (\w+)\(/g;
const FUNCTION = /^(?:async )?(?:\([^)]*\)|\w+)(?:: [^=]+?)? =>/;

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");

/** Where the bracket at a place is closed; where the statement ends if there is none. */
function endOf(code: string, from: number): number {
  const opened = /[([{]/.test(code[from] ?? "") ? 1 : 0;
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const character = code[at] ?? "";
    if (/[([{]/.test(character)) depth++;
    if (/[)\]}]/.test(character) && --depth < opened) return at;
    if (character === ";" && depth === 0) return at;
  }
  return code.length;
}

/** The first and the last place of the block around a place. */
function blockAround(code: string, place: number): [number, number] {
  let depth = 0;
  for (let at = place - 1; at >= 0; at--) {
    if (code[at] === "}") depth++;
    if (code[at] === "{" && --depth < 0) return [at, endOf(code, at)];
  }
  return [0, code.length];
}

/** The names of functions that read and of constants of a read, each with the block that knows it. */
function readingNames(code: string): { name: string; block: [number, number] }[] {
  return [...code.matchAll(DECLARATION)].flatMap(({ 0: start, 1: constants = "", 2: name, index }) => {
    const end = index + start.length;
    const from = name ? code.indexOf("{\n", endOf(code, end - "(".length)) : end - "= ".length;
    const value = code.slice(from, endOf(code, from)).replace(/^= /, "");
    const isRead = name || FUNCTION.test(value) ? READ.test(value) : STATE.test(value);
    const names = isRead ? (name ?? constants).match(/[a-z]\w*/gi) : null;
    return (names ?? []).map((known) => ({ name: known, block: blockAround(code, index) }));
  });
}

/** The faults of a test's source, by its lines. */
export function momentReads(source: string): { line: number; fault: string }[] {
  const whole = source.replaceAll(NOT_CODE, blank);
  let code = whole;
  for (const { index, 0: wait } of whole.matchAll(WAIT)) {
    const open = index + wait.length;
    const end = endOf(whole, open - 1);
    code = code.slice(0, open) + blank(code.slice(open, end)) + code.slice(end);
  }
  const names = readingNames(code);
  const isRead = ({ index }: { index: number }) => {
    const given = code.slice(index, endOf(code, index + "expect".length));
    const known = names.filter(({ block: [first, last] }) => first <= index && index <= last);
    return READ.test(given) || known.some(({ name }) => new RegExp(`(?<![.\\w])${name}\\b(?!:)`).test(given));
  };
  const faults = (fault: string, found: RegExpExecArray[]) =>
    found.map(({ index }) => ({ line: source.slice(0, index).split("\n").length, fault }));
  return [
    ...faults("asserts on what was read of the page once", [...code.matchAll(/\bexpect\(/g)].filter(isRead)),
    ...faults("does not await `eventually`", [...whole.matchAll(NOT_AWAITED)]),
  ];
}

if (import.meta.main) {
  const paths = [...new Glob("web/{journeys,design,test}/**/*.{ts,tsx}").scanSync(ROOT)];
  const found = paths.map(async (path) => {
    const faults = momentReads(await Bun.file(join(ROOT, path)).text());
    return faults.map(({ line, fault }) => `${path}:${line} ${fault}`);
  });
  const faults = (await Promise.all(found)).flat();
  if (faults.length > 0) {
    console.error(faults.join("\n"));
    console.error(
      "Repeat the read until the assertion passes: await eventually(async () => expect(await ...).toBe(...)). What must be" +
        " absent passes before it comes: first await what proves that nothing more is on its way.",
    );
    process.exit(1);
  }
  console.info(`checked the assertions of ${paths.length} files of browser tests`);
}

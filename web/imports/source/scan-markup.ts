import { type OnPart, UnreadableFile } from "../../../worker/contract/files/row.ts";

/** What a scan meets, in the order of the text. Names are in lower case and without a namespace's prefix: `x:row` is `row`. */
export type MarkupHandler = {
  /** @param attribute the value of an attribute by its name in lower case; null without it */
  open?: (name: string, attribute: (name: string) => string | null, line: number) => void;
  /** Also called for an element without content, `<row/>`. */
  close?: (name: string) => void;
  text?: (text: string) => void;
  /** Ends the scan when it returns true. */
  isOver?: () => boolean;
};

const TAG =
  /<(?:!--[\s\S]*?-->|!\[CDATA\[([\s\S]*?)\]\]>|[!?][^>]*>|(\/?)([A-Za-z][\w.-]*:)?([A-Za-z][\w.-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>)/y;
const ATTRIBUTE = /([A-Za-z_][\w.:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const TAGS_A_PART = 20_000;
/** Elements whose content is no text of the document, and has other rules. */
const RAW = new Set(["script", "style"]);
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/**
 * Reads the tags of a document of HTML or XML as text, one after the other: nothing is loaded, run or expanded, and what a file says of
 * entities of its own is refused. There is no DOMParser where files are read, beside the page's thread.
 * @throws UnreadableFile `entities`; `damaged` for a document with a tag or a script that does not end
 */
export function scanMarkup(document: string, { open, close, text, isOver }: MarkupHandler, onPart?: OnPart): void {
  if (/<!ENTITY/i.test(document)) throw new UnreadableFile({ code: "entities" });
  let [last, line, counted, tags] = [0, 1, 0, 0];
  TAG.lastIndex = 0;
  for (let tag = nextTag(document); tag; tag = nextTag(document)) {
    tags += 1;
    if (tags % TAGS_A_PART === 0) onPart?.(tag.index / document.length);
    if (text && tag.index > last) text(textOf(document.slice(last, tag.index)));
    last = TAG.lastIndex;
    const [, characters, closing, , written, attributes = ""] = tag;
    if (characters !== undefined) text?.(characters);
    if (written === undefined) continue;
    const name = written.toLowerCase();
    if (closing === "/") close?.(name);
    else {
      for (; counted < tag.index; counted += 1) if (document.charCodeAt(counted) === 10) line += 1;
      open?.(name, (wanted) => attributeIn(attributes, wanted), line);
      if (attributes.endsWith("/")) close?.(name);
      else if (RAW.has(name)) last = skipRaw(document, name);
    }
    if (isOver?.()) return;
  }
  if (text && last < document.length) text(textOf(document.slice(last)));
}

/**
 * The next tag, comment or section from `TAG.lastIndex` on. Any other `<` is text.
 * @throws UnreadableFile `damaged` for one that does not end: the search for an end would be repeated at each following one
 */
function nextTag(document: string): RegExpExecArray | null {
  for (let at = document.indexOf("<", TAG.lastIndex); at >= 0; at = document.indexOf("<", at + 1)) {
    if (!/[A-Za-z/!?]/.test(document[at + 1] ?? "")) continue;
    TAG.lastIndex = at;
    const tag = TAG.exec(document);
    // A document that was cut ends in the middle of one.
    if (!tag && document.indexOf(">", at) >= 0) throw new UnreadableFile({ code: "damaged" });
    return tag;
  }
  return null;
}

function skipRaw(document: string, name: string): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = TAG.lastIndex;
  const end = closing.exec(document)?.index;
  if (end === undefined) throw new UnreadableFile({ code: "damaged" });
  TAG.lastIndex = end;
  return end;
}

function attributeIn(attributes: string, wanted: string): string | null {
  for (const [, name, double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    if (name?.toLowerCase() === wanted) return textOf(double ?? single ?? bare?.replace(/\/$/, "") ?? "");
  }
  return null;
}

function textOf(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, digits, hex, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = digits === undefined ? Number.parseInt(hex, 16) : Number(digits);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

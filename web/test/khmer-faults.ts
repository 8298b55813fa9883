import type { Page } from "playwright-core";
import { COMPOUNDS } from "../khmer-breaks.ts";

/**
 * The faults of the Khmer on the page as it is drawn: lines that begin inside a letter with its signs, inside a word or
 * inside a compound, texts of controls that are cut off, and content beside the page.
 */
export function khmerFaults(page: Page): Promise<string[]> {
  return page.evaluate(
    findFaults,
    COMPOUNDS.map((parts) => parts.replaceAll("|", "")),
  );
}

/** Runs inside the page. @param compounds in which no line breaks */
function findFaults(compounds: readonly string[]): string[] {
  const KHMER = /[\u1780-\u17D3\u17DC\u17DD]/;
  const CONTROLS =
    "a, button, label, input, select, textarea, summary, th, legend, [role=tab], [role=option], [role=switch], [role=radio], [role=gridcell]";
  const graphemes = new Intl.Segmenter("km", { granularity: "grapheme" });
  const words = new Intl.Segmenter("km", { granularity: "word" });
  const faults = new Set<string>();
  const isShown = (element: Element) => {
    if (!element.checkVisibility({ checkVisibilityCSS: true })) return false;
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { clipPath, width, height } = getComputedStyle(at);
      // For screen readers alone.
      if (clipPath.startsWith("inset(50%") || (width === "1px" && height === "1px")) return false;
    }
    return true;
  };

  const isBeside = (node: Text, control: HTMLElement) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = control.getBoundingClientRect();
    return [...range.getClientRects()].some(({ left, right }) => left < box.left - 1 || right > box.right + 1);
  };

  /** Where the lines of a text begin, but for the first. */
  const lineStarts = (node: Text) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    if (tops.size < 2) return [];
    const starts: number[] = [];
    let bottom = Number.NaN;
    for (let at = 0; at < node.data.length; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const [rect] = range.getClientRects();
      // What has no width may be drawn at the end of the line or not at all.
      if (!rect || rect.width === 0) continue;
      if (rect.top >= bottom - 1) starts.push(at);
      bottom = rect.bottom;
    }
    return starts;
  };

  const starts = (segmenter: Intl.Segmenter, text: string) =>
    new Set([...segmenter.segment(text)].map(({ index }) => index));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (!(node instanceof Text) || node.data.trim() === "" || !parentElement || !isShown(parentElement)) continue;
    const text = node.data;
    const control = parentElement.closest<HTMLElement>(CONTROLS);
    if (!KHMER.test(text)) continue;
    if (control && getComputedStyle(control).display !== "inline" && isBeside(node, control)) {
      faults.add(`outside of its control: ${text}`);
    }
    const breaks = lineStarts(node);
    if (breaks.length === 0) continue;
    const [letters, wordStarts] = [starts(graphemes, text), starts(words, text)];
    const inCompounds = new Set(
      compounds.flatMap((compound) => {
        const found: number[] = [];
        for (let from = text.indexOf(compound); from !== -1; from = text.indexOf(compound, from + 1)) {
          for (let at = from + 1; at < from + compound.length; at += 1) found.push(at);
        }
        return found;
      }),
    );
    for (const at of breaks) {
      const shown = `${text.slice(Math.max(0, at - 16), at)}|${text.slice(at, at + 16)}`;
      const [before = "", first = ""] = [text[at - 1], text[at]];
      if (!letters.has(at) || before === "\u17D2") faults.add(`inside a letter: ${shown}`);
      else if (!KHMER.test(before) || !KHMER.test(first)) continue;
      else if (!wordStarts.has(at)) faults.add(`inside a word: ${shown}`);
      else if (inCompounds.has(at)) faults.add(`inside a compound: ${shown}`);
    }
  }

  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    for (const part of [control, ...control.querySelectorAll<HTMLElement>("*")]) {
      const { overflowX, overflowY } = getComputedStyle(part);
      const isCut =
        (/hidden|clip/.test(overflowX) && part.scrollWidth > part.clientWidth + 1) ||
        (/hidden|clip/.test(overflowY) && part.scrollHeight > part.clientHeight + 1);
      if (isCut && KHMER.test(part.textContent) && isShown(part)) faults.add(`cut off: ${part.textContent}`);
    }
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.add(`the page is ${scrollWidth} px wide`);
  return [...faults];
}

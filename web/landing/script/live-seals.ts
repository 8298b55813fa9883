import type { InferResponseType } from "hono/client";
import { checkSeal } from "../../../worker/contract/tape/check-seal.ts";
import type { Seal } from "../../../worker/contract/tape/tape-seal.ts";
import type { api } from "../../state/api.ts";
import { sealsText } from "./seals-text.ts";

type SealsAnswer = InferResponseType<typeof api.market.tape.seals.$get, 200>;

/** Fetches the seals of a day of UTC, checks them, and shows the result and the newest one in the page's section. */
export async function showSeals(section: Element, nowMs: number): Promise<void> {
  const part = (name: string) => section.querySelector(`[data-part="${name}"]`);
  const write = (name: string, text: string) => {
    const element = part(name);
    if (element) element.textContent = text;
  };
  const seals = await fetchSeals(new Date(nowMs).toISOString().slice(0, 10));
  if (!seals) return write("state", sealsText.failed);
  const newest = seals.at(-1);
  if (!newest) return write("state", sealsText.none);

  // What is before the day's first seal is not known here.
  const broken = seals.find((seal, i) => checkSeal(seal, seals[i - 1]).length > 0);
  write("state", broken ? sealsText.broken(clockOf(broken)) : sealsText.holds(seals.length));
  write("minute", `${clockOf(newest)} UTC`);
  write("records", sealsText.recordsFrom(newest.firstSeq, newest.lastSeq));
  write("seal", newest.seal);
  part("newest")?.removeAttribute("hidden");
}

/** @returns null when they cannot be loaded */
async function fetchSeals(day: string): Promise<Seal[] | null> {
  try {
    const response = await fetch(new URL(`/api/market/tape/seals?day=${day}`, location.origin));
    if (!response.ok) return null;
    // The answer of our own API.
    const { seals } = (await response.json()) as SealsAnswer;
    return seals;
  } catch {
    return null;
  }
}

/** The minute of a seal, in UTC: 21:53. */
function clockOf({ minuteMs }: Seal): string {
  return new Date(minuteMs).toISOString().slice(11, 16);
}

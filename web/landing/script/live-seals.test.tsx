import { expect, test } from "bun:test";
import { render } from "@testing-library/react";
import { NO_PREVIOUS_SEAL, type Seal, sealHash } from "../../../worker/contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../../../worker/contract/time.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { SealsToday } from "../seals-today.tsx";
import { showSeals } from "./live-seals.ts";
import { sealsText } from "./seals-text.ts";

const NOW_MS = Date.UTC(2026, 10, 23, 21, 55, 30);

/** Seals of ten records each, the last one of 21:54. */
function sealsOfDay(count: number): Seal[] {
  const seals: Seal[] = [];
  for (let i = 0; i < count; i++) {
    const minuteMs = Date.UTC(2026, 10, 23, 21, 55) - (count - i) * MINUTE_MS;
    const numbers = { minuteMs, firstSeq: 1_001 + i * 10, lastSeq: 1_010 + i * 10 };
    const claims = { ...numbers, root: "a".repeat(64), previous: seals.at(-1)?.seal ?? NO_PREVIOUS_SEAL };
    seals.push({ ...claims, seal: sealHash(claims) });
  }
  return seals;
}

const SEALS = "GET /api/market/tape/seals";
const context = apiServer();

/** The page's section after the API has answered. */
async function shown(answer: () => Response): Promise<{ state: string; newest: Element | null }> {
  context.server.on(SEALS, answer);
  const { container } = render(<SealsToday />);
  const section = container.querySelector("[data-seals]");
  if (!section) throw new Error("no section");
  await showSeals(section, NOW_MS);
  const part = (name: string) => section.querySelector(`[data-part="${name}"]`);
  return { state: part("state")?.textContent ?? "", newest: part("newest") };
}

const answerWith = (seals: Seal[]) => () => ok({ day: "2026-11-23", seals });

test("today's seals are fetched and checked, and the newest is shown", async () => {
  const seals = sealsOfDay(1_200);
  const { state, newest } = await shown(answerWith(seals));
  expect(context.server.callsOf(SEALS).map(({ query }) => query.get("day"))).toEqual(["2026-11-23"]);
  expect(state).toBe(sealsText.holds(1_200));
  expect(state).toStartWith("1,200 minutes are sealed");
  expect(newest?.hasAttribute("hidden")).toBe(false);
  const texts = [...(newest?.querySelectorAll("dd") ?? [])].map((one) => one.textContent);
  expect(texts).toEqual(["21:54 UTC", "12,991 to 13,000", seals.at(-1)?.seal ?? ""]);
});

test("a single seal is not said to name another", async () => {
  const { state } = await shown(answerWith(sealsOfDay(1)));
  expect(state).toStartWith("One minute is sealed");
  expect(state).not.toContain("names the one before");
});

test("a broken chain of seals is shown with the minute of the first fault", async () => {
  const changed = sealsOfDay(10);
  const seventh = changed[6];
  if (seventh) changed[6] = { ...seventh, lastSeq: seventh.lastSeq + 1 };
  expect((await shown(answerWith(changed))).state).toBe(sealsText.broken("21:51"));

  const { state, newest } = await shown(answerWith(sealsOfDay(10).toSpliced(6, 1)));
  expect(state).toBe(sealsText.broken("21:52"));
  expect(newest?.textContent).toContain("21:54 UTC");
});

test("a day without seals, and seals that cannot be loaded, have their sentences", async () => {
  const none = await shown(answerWith([]));
  expect([none.state, none.newest?.hasAttribute("hidden")]).toEqual([sealsText.none, true]);
  const away = () => refuse("service_down", "The service is not available");
  const nonsense = () => new Response("<html>");
  for (const answer of [away, nonsense]) {
    const { state, newest } = await shown(answer);
    expect([state, newest?.hasAttribute("hidden")]).toEqual([sealsText.failed, true]);
  }
});

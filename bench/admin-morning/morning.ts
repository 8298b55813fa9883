import { Buffer } from "node:buffer";
import { deposits, identities, withdrawals } from "../../db/schema/index.ts";
import { SAMPLE_IMAGES } from "../../dev/sample-images.ts";
import type { Stack } from "../../dev/stack.ts";
import { letTimePass, openDeposit } from "../../dev/test/test-deposits.ts";
import { configureBank, databaseOf, fundTrader } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { startFresh } from "../../dev/test/test-stack.ts";
import { askForWithdrawal, oddPayment, requestWithdrawal, sentImage } from "../../dev/test/test-withdrawals.ts";
import { logInAsAdmin } from "../../web/journeys/admin-log-in.ts";
import { launchBrowser } from "../../web/test/browser.ts";
import { markdownTable } from "../markdown-table.ts";
import { type Effort, Hand } from "./hand.ts";

/**
 * A morning of two admins by keyboard: 18 requests, 7 of them by traders without a verified identity, of whom 5 have sent a card;
 * 5 identities, 3 payments that did not match, and 2 late payments that the bank alone knows of. It prints how many keys each part
 * took. It uses nothing that an older version lacks, so that it runs in two checkouts and compares them.
 *
 *   bun bench/admin-morning/morning.ts [--json FILE]
 */

const PROOF = { name: "receipt.png", mimeType: "image/png", buffer: Buffer.from(SAMPLE_IMAGES.png) };
const VERIFIED_SUMS = [40, 55, 70, 85, 100, 120, 140, 160, 180, 1_500, 2_500];
const CARD_SUMS = [45, 65, 90, 110, 130];
const NO_CARD_SUMS = [50, 75];
const ODD_SUMS = [20.1, 20.2, 20.3];
const LATE_COUNT = 2;
/** More rows than a morning has: a walk that does not end is a fault of this program. */
const STEPS_MAX = 80;

type Late = { billNumber: string; hash: string };
type Figure = keyof Effort | "items";
/** @property items steps taken: approvals, payments, decisions */
type Part = { part: string; admin: string } & Record<Figure, number>;

const parts: Part[] = [];

async function prepare(stack: Stack): Promise<Late[]> {
  const db = databaseOf(stack);
  for (const sum of VERIFIED_SUMS) await askForWithdrawal(stack, sum);
  for (const [sums, hasCard] of [[CARD_SUMS, true] as const, [NO_CARD_SUMS, false] as const]) {
    for (const sum of sums) {
      const trader = await newTrader(stack);
      await fundTrader(stack, trader, 5_000);
      await configureBank(stack, trader);
      await requestWithdrawal(trader, sum);
      const card = { idCardImage: sentImage("", SAMPLE_IMAGES.jpeg).image };
      if (hasCard) await trader.put("/api/user/profile", card);
    }
  }
  for (const amount of ODD_SUMS) await oddPayment(stack, await newTrader(stack), { amount });
  const late: Late[] = [];
  for (let index = 0; index < LATE_COUNT; index++) {
    const opened = await openDeposit(await newTrader(stack), 30 + index);
    await letTimePass(db, opened, { minutes: 60 * 24 });
    late.push({ billNumber: opened.billNumber, hash: `${index}abcdef0123456789` });
  }
  return late;
}

/** Runs a part and records its keys. @param work gives how many items it has dealt with */
async function measured(part: string, admin: string, hand: Hand, work: () => Promise<number>): Promise<void> {
  hand.takeEffort();
  const items = await work();
  parts.push({ part, admin, items, ...hand.takeEffort() });
}

/** Walks through the open list and takes each step that is possible; what is not is passed by with J. */
async function walk(
  hand: Hand,
  act: (key: string) => Promise<void>,
  keys: readonly string[],
  look: () => Promise<void> = async () => {},
): Promise<number> {
  let done = 0;
  for (let step = 0; step < STEPS_MAX; step++) {
    if ((await hand.page.locator("[data-queue] li").count()) === 0) return done;
    await look();
    const key = await hand.firstPossible(keys);
    if (key !== null) {
      await act(key);
      done += 1;
    } else if ((await hand.page.locator('button[aria-keyshortcuts="J"]:enabled').count()) > 0) {
      await hand.press("j");
    } else {
      return done;
    }
  }
  throw new Error("the walk through the list does not end");
}

async function openList(hand: Hand, letter: string): Promise<void> {
  await hand.press("g");
  await hand.press(letter);
  await hand.page.locator("[data-queue]").waitFor();
  await hand.page.waitForTimeout(800);
}

/** Approves, or pays, each request for which this admin can take the next step. */
async function requests(hand: Hand): Promise<number> {
  await openList(hand, "w");
  const act = async (key: string) => {
    await hand.press(key);
    await hand.dialog().waitFor();
    if (key === "c") await fillPayment(hand);
    await (key === "c" ? hand.press("Control+Enter") : hand.press("Enter"));
    await hand.dialog().waitFor({ state: "detached" });
  };
  let done = await walk(hand, act, ["c", "a", "p"]);
  await hand.sendAll();
  // Where the key opens the pending ones alone, those to be paid have a list of their own.
  if (!hand.page.url().includes("stage=")) {
    await hand.tabTo(hand.page.getByRole("link", { name: "Approved", exact: true }));
    await hand.press("Enter");
    await hand.page.waitForTimeout(800);
    done += await walk(hand, act, ["c", "p"]);
    await hand.sendAll();
  }
  return done;
}

async function fillPayment(hand: Hand): Promise<void> {
  // Both admins say the same id.
  const sum = await hand.page.locator("[data-item-heading]").textContent();
  await hand.enter(`FT-${sum?.replaceAll(/\D/g, "")}`, { isPasted: true });
  await hand.tabTo(hand.dialog().getByRole("button", { name: "Choose image" }));
  await hand.press("Enter");
  await hand.tabTo(hand.dialog().getByLabel("What it shows"));
  await hand.enter("Receipt");
}

async function identitiesOf(hand: Hand): Promise<number> {
  await openList(hand, "i");
  const done = await walk(
    hand,
    async (key) => {
      await hand.press(key);
      await hand.dialog().waitFor();
      await hand.press("Enter");
      await hand.dialog().waitFor({ state: "detached" });
    },
    ["v"],
    async () => {
      // An older version shows each card by itself.
      const isHidden = await hand.isPossible("Show ID card");
      if (isHidden) await hand.press("i");
    },
  );
  await hand.sendAll();
  return done;
}

/** Decides once about each payment of the list: an older version keeps those in it that this admin has approved. */
async function exceptionsOf(hand: Hand): Promise<number> {
  await openList(hand, "e");
  const count = await hand.page.locator("[data-queue] li").count();
  let done = 0;
  while (done < count && (await hand.firstPossible(["m"])) !== null) {
    await hand.press("m");
    await hand.dialog().waitFor();
    await hand.tabTo(hand.dialog().getByRole("textbox").last());
    await hand.enter("As the bank's statement says");
    await hand.press("Control+Enter");
    await hand.dialog().waitFor({ state: "detached" });
    done += 1;
  }
  await hand.sendAll();
  return done;
}

async function lateOf(hand: Hand, late: readonly Late[]): Promise<number> {
  await openList(hand, "d");
  for (const { billNumber, hash } of late) {
    await hand.press("l");
    if (!(await hand.typesOver())) await hand.press("Control+A");
    await hand.enter(billNumber, { isPasted: true });
    await hand.page.locator("[data-queue] li").first().waitFor();
    await hand.page.getByText(billNumber).last().waitFor();
    await hand.page.waitForTimeout(1_200);
    await hand.press("Escape");
    await hand.press("m");
    await hand.dialog().waitFor();
    await hand.enter(`BANK-${billNumber}`, { isPasted: true });
    await hand.press("Tab");
    await hand.enter(hash, { isPasted: true });
    await hand.tabTo(hand.dialog().getByRole("textbox").last());
    await hand.enter("Paid after the code had expired");
    await hand.press("Control+Enter");
    await hand.dialog().waitFor({ state: "detached" });
  }
  return late.length;
}

async function stateOf(stack: Stack): Promise<string> {
  const { query, read } = databaseOf(stack);
  const [asked, cards, paidIn] = await read([
    query.select({ status: withdrawals.status }).from(withdrawals),
    query.select({ status: identities.status }).from(identities),
    query.select({ status: deposits.status }).from(deposits),
  ]);
  const count = (rows: readonly { status: string }[]) =>
    Object.entries(Object.groupBy(rows, ({ status }) => status))
      .map(([status, those]) => `${those?.length ?? 0} ${status}`)
      .join(", ");
  return `requests: ${count(asked)}; identities: ${count(cards)}; deposits: ${count(paidIn)}`;
}

const stack = await startFresh();
const browser = await launchBrowser();
try {
  const late = await prepare(stack);
  const hands: (readonly [string, Hand])[] = [];
  for (const firstName of ["Dara", "Maly"]) {
    const { page } = await logInAsAdmin(stack, browser, { firstName, viewport: { width: 1440, height: 900 } });
    page.on("filechooser", (chooser) => void chooser.setFiles(PROOF));
    hands.push([firstName, new Hand(page)]);
  }
  for (const [admin, hand] of hands) {
    await measured("requests", admin, hand, () => requests(hand));
    await measured("identities", admin, hand, () => identitiesOf(hand));
    await measured("exceptions", admin, hand, () => exceptionsOf(hand));
    await measured("late payments", admin, hand, () => lateOf(hand, late));
  }
  // What waited for an identity, and for the other admin.
  for (const [admin, hand] of hands) await measured("requests again", admin, hand, () => requests(hand));
  const total = (name: Figure) => parts.reduce((sum, part) => sum + part[name], 0);
  const all: Part = {
    admin: "both",
    part: "all",
    items: total("items"),
    keys: total("keys"),
    characters: total("characters"),
    clicks: total("clicks"),
  };
  console.info(
    markdownTable([...parts, all], {
      admin: ({ admin }) => admin,
      part: ({ part }) => part,
      steps: ({ items }) => String(items),
      keys: ({ keys }) => String(keys),
      characters: ({ characters }) => String(characters),
      clicks: ({ clicks }) => String(clicks),
    }),
  );
  console.info(await stateOf(stack));
  const file = process.argv[process.argv.indexOf("--json") + 1];
  if (process.argv.includes("--json") && file) await Bun.write(file, JSON.stringify(parts, null, 2));
} finally {
  await browser.close();
  await stack.stop();
}

import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { testBuild } from "../dev/test/test-build.ts";

setDefaultTimeout(600_000);

/**
 * What a page loads before it can show anything of the account: script with the styles in it, brotli, KB of 1,024 bytes.
 * A number goes down with the code, and up only with a reason in the commit. Which package weighs what is in
 * `bench/README.md`.
 *
 * The goal for the entry and the dashboard together is 85 KB. React with its DOM and scheduler takes 59 of them. The address
 * of a receipt, and one more file on demand, took it over 102.1; boxes of figures that are laid out alone, and the control
 * that is being pressed, over 102.3; a toast with a link, and the names of three more files, are 0.2. The places above the
 * figures of the performance page in its skeleton are 0.5.
 * The sidebar that folds and the bar at the bottom are 2.2, the keys of all pages 1.5. The skeleton of a new account's dashboard
 * and whether an account is new are 1. The texts of the parts of every screen stand in a module, so that the Khmer build can have
 * others: one that a screen has no use for is loaded too, 0.8.
 * What finds the offline page and forgets its prices is 0.2.
 * A storage that the browser may block, and the row that says that there is no connection, are 0.3.
 * Prices that are polled, as a state of the feed: 0.1.
 * What says in the place of a page that its code could not be loaded, an error page that ends with its address, and when too many
 * requests may go on: 0.7.
 * A button that takes its focus back after it has loaded, and whether a session ended elsewhere: 0.2.
 * The offset of a clock time that comes twice, durations that do not follow a clock that is set back, and a sidebar that is folded
 * until it is unfolded: 0.5.
 * Own commands whose answer was lost: 0.1. What is open over all screens when the session ends: 0.1.
 * Looks of parts as props and custom properties, which screens selected from around them: 0.1 here and for those below.
 */
const ENTRY_KB = 112.7;

/**
 * What each screen adds to the entry, without what it loads after its first render: charts, dialogs, other tabs. Sheets
 * that a finger pulls down took the settings over 21.
 */
const SCREEN_KB: Readonly<Record<string, number>> = {
  // The choice between cash and demo runs is 2. The calendar of days is a file of its own since the entry has it no more, and
  // with what this screen shares with the performance page the code of other screens stands in more files: 0.2 more for three.
  // A new account's head is loaded with it where a cookie says that it is new; what forms share came into a file that this
  // screen loads, when the landing page got a log-in: 1.9.
  // With a file for the guarded storage the code that screens share is cut differently: 0.1 here and for three more.
  // Which column of a table is the last one on a phone: 0.05.
  // Figures that are waiting or failed, in a file that screens share, and the account that has trades: 0.7.
  dashboard: 16.5,
  // With the demo account and the engine that computes its figures, which is in files of its own: the landing page trades
  // with it too. The run's switch, figures and positions are 5: orders, history and dialogs are loaded when they are opened.
  // A receipt that the address opens is shown by the page itself: 0.6. Parts that no longer render with each price: 0.1. The
  // key that opens the newest receipt, and the way of an admin who follows a trader's link: 0.2. The admin's pages check
  // receipts too, so the arithmetic stands in a file of its own beside the engine: 0.7.
  // The arrangements for every size, the edited watchlist and what keeps it for the account are 6. A ticket that other
  // screens fill in is in files of its own: 1.2.
  // Whether an order is typed, which a new version waits for: 0.1. A search that ignores the marks between Khmer words: 0.2.
  // Changes that wait for a connection are kept for the next page, and the lists know the window's height: 0.3.
  // The address that names the chosen symbol, which is kept for the next visit, and one render for another symbol: 0.5.
  // Figures of the ticket that are laid out alone, and one rule for the colour of a margin level: 0.2.
  // Where the server has trailing stops, which messages say, a place for marks below a drawing's bar, and the badge of closed
  // lists without a connection: 0.2.
  // A bar of drawings, lists and a toolbar that fit fingers and narrow charts, and a failed account without figures: 0.3.
  // The columns that the lists share, in a file of their own, cut what screens share differently: up to 0.3 here and for five more.
  // What says that drawings, indicators or the watchlist could not be read, and reads them again: 0.15. Both sides of polled
  // prices, results that are not known yet, and closing all that can be closed: 0.25.
  // An order for each symbol, which the tab keeps, when markets are closed and open, and the place of toasts: 1. What says that
  // something could not be loaded came back from the entry: 0.4.
  // A ticket that is kept while a session that ended waits for its log-in: 0.4. The focus on a refused field, in a file of its own
  // that forms share: up to 0.6 here and for eight more.
  // A full screen with its head and the way to the ticket, which of chart and watchlist is opened, low phones, and lists that fold
  // once they are empty: 1.
  // The hours of markets stand in files of their own, as the dashboard, the palette and the landing page say when one is closed: 0.5. The
  // text of a drawing is one that can be shown: 0.1.
  trading: 59.1,
  account: 21.2,
  // The edges of files that screens share: 0.05.
  accountDeposit: 23.1,
  // The log-in of the landing page has the fields of forms, which are in files of their own since: up to 1.2 for the screens that
  // have forms.
  // The reader of numbers and what it says: 1.3.
  // An identity under review: 0.1.
  accountWithdraw: 33.8,
  accountHistory: 32.0,
  // The choice between cash and demo runs is 2: what shows a run is loaded with the first one. Its report, and the figures while
  // it loads: 0.2.
  // A month that is not known, even trades and the fall in percent: 0.8.
  performance: 33.6,
  // What leaves the row of a lost connection its height, in parts that screens share: 0.1.
  // The kind and the size of an image by its bytes, and what is said of one that cannot be used: 0.9.
  profile: 27.7,
  // The choice of the language is 0.8.
  // The settings of a browser stand in a file that more screens share: 0.1; what the row of a lost connection leaves: 0.1.
  settings: 25.1,
  depositReceipt: 8.9,
  notifications: 2,
  // The labels of fields stand in a module that has a Khmer one: 0.1 for the forms.
  // What is known of a refused code, and what says that a session has ended: 0.7.
  login: 11.9,
  // Parts wait for a connection: the code that all screens share is cut differently, up to 0.1 here.
  // 10.803 since the shade of scrolled lines is shared with the admin pages: the bundler cuts its files anew.
  signUp: 10.9,
  // The first field of a sign-in page has the focus, which a part does that this screen has too: 0.05.
  verifyEmail: 8.6,
  forgotPassword: 6.8,
  resetPassword: 8.5,
};

/**
 * Everything that a trader may ever load, with what is loaded on demand. It is about a hundred files; the same code in
 * one file would be 50 KB less, as each file is compressed by itself. The ticket is 12 of them: orders that wait, stops
 * and targets in three forms, and the engine that tries an order out before it is sent. The lists of the demo account are
 * 16: positions, orders and history at three widths, their dialogs, runs with archive and comparison, what events say.
 * The results of runs are 9: the choice of the account, the run, its first trade and its balance, and what follows it.
 * A receipt is 10: its chart and texts, and the check in the browser with SHA-256, the lines of the tape and the rules of fills.
 * The chart's layers and prices that are shown without a render are 1.3. The lines of trades on the chart are 9: their
 * places, their moves by pointer and keyboard, the trial of a move by the engine, marks of fills, and the menu. What is said
 * and done without a network is 0.4. The toast that leads to a receipt is 1, and what more files share of the engine is 1.
 * Drawings on the chart are 11, indicators with their panes 15, the palette with the list of keys and the edited watchlist 12, the
 * layouts of the trading page 6. The head of a new account's dashboard with its steps is 5, the log-in after a verification 2.
 * What a second language needs in the English build is 1.
 * What follows the versions of the service worker is 1.8, and a search that ignores the marks between Khmer words 0.2.
 * The names of symbols and the labels of fields, which both languages have, and the tools of the chart on phones are 1.4.
 * Texts of drawings that stay in view and break into lines, and pictures with legends are 1.
 * What is kept without a connection and what hides the page below a full screen is 0.2.
 * The symbol in the address, and prices of horizontal lines that nothing covers, are 1.2.
 * The guarded storage and the extremes of trailing stops, less what followed prices for them, are 0.2.
 * What fits fingers and narrow charts on the trading page, and a failed account that shows no figures, are 0.7.
 * What a press holds back, and what is said of a closed position, are 0.2; names of files, which compress differently, up to 0.3.
 * What says that drawings and settings could not be read is 0.2. Results that are not known yet, closing all that can be closed
 * and an undo that outlasts another symbol are 0.5.
 * An order for each symbol with exits that are filled in, closed markets, and what says that code is missing are 1.7.
 * The kind and the size of an image by its bytes, and a phone number in groups, are 0.7.
 * The reader of numbers, with what it says of each form that it refuses, and the fields that say it, are 2.9.
 * What a form does after a refusal, and a ticket that outlasts a session, are 1.3.
 * What ends a drag that is interrupted, and the rows of indicators that older candles would change, are 0.6; the rest is in the
 * entry and the trading page. Figures of one definition with what they say while they wait and fail, and the account's calmer
 * screens, are 2.5.
 * What a walk of somebody new found, most of it files that are cut in two and texts, is 0.9. The check of a receipt's form, order
 * and place on the tape, and the sum that came beside the sum asked: 1.6. The focus after a removed opener is 0.1, in the entry too.
 * The number of a withdrawal, and what says that the proof of a receipt is lost, are 0.1.
 */
const PRODUCT_KB = 433.2;

let outdir: string;
beforeAll(async () => {
  outdir = (await testBuild()).web;
});

const read = (path: string) => Bun.file(join(outdir, path)).text();

async function sizeOf(paths: Iterable<string>): Promise<number> {
  const files = await Promise.all([...paths].map((path) => Bun.file(join(outdir, path)).bytes()));
  return files.reduce((sum, bytes) => sum + brotliCompressSync(bytes).length, 0) / 1_024;
}

async function preloadsOf(document: string): Promise<Set<string>> {
  const html = await read(document);
  return new Set([...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, path = ""]) => path));
}

test("the entry stays within its budget", async () => {
  const size = await sizeOf(await preloadsOf("app.html"));
  expect(size).toBeWithin(1, ENTRY_KB);
});

test.each(Object.entries(SCREEN_KB))("the screen %s adds at most %p KB", async (screen, budgetKb) => {
  const [entry, all] = [await preloadsOf("app.html"), await preloadsOf(`app/${screen}.html`)];
  const size = await sizeOf(all.difference(entry));
  expect(size).toBeWithin(0.5, budgetKb);
});

test("all that a trader may load stays within its budget", async () => {
  const found = await preloadsOf("app.html");
  // A set that grows while it is walked is walked to its end.
  for (const path of found) {
    for (const [, next = ""] of (await read(path)).matchAll(/(?:from|import|import\()"\/(assets\/[^"]+\.js)"/g)) {
      if (!/\/(?:admin-page|admin-log-in-page|parse-mt5)/.test(next)) found.add(next);
    }
  }
  const size = await sizeOf(found);
  expect(size).toBeWithin(100, PRODUCT_KB);
});

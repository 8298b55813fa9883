/**
 * Which modules of the application go into which file. A bundler that splits by itself makes a file for each set of entry
 * points that share modules, which is hundreds of files, most of them below 1 KB. Here the sets are those of what a person
 * does, and small ones are joined where that costs least: `docs/decisions/113`.
 */

/** Something that a person does. Its code is loaded as a whole, at one moment. */
export type Feature = {
  name: string;
  /** Modules that an entry or an `import()` names, by their paths in `web`; what they import comes with them. */
  modules: readonly string[];
  /** How much it counts that it loads little: about how often it is loaded first. Exact figures do not matter. */
  visits: number;
  /** The features whose code is there before, by their names. */
  after?: readonly string[];
  /** Its file is joined with no other one: everybody waits for it, so that it has nothing else. */
  isApart?: true;
  /** Those of its modules that one of its addresses waits for. What it shares a file with, and does not reach, follows in a file of its own. */
  waitedFor?: readonly string[];
};

/** What the application's entry has is there for each of the others. */
const AFTER_ENTRY = ["early", "app"];

/** What pages with questions to their trader, or others, have of the parts that those use. */
const BEFORE_QUESTIONS = [
  ...AFTER_ENTRY,
  ...[
    "idle",
    "dashboard",
    "trading",
    "performance",
    "account",
    "deposit",
    "withdraw",
    "history",
    "profile",
    "settings",
  ],
];

/** What traders do, and everybody who comes to the application. */
const TRADER_FEATURES: readonly Feature[] = [
  // The colours, which other charts share too, would be one more file for the early candles to wait for.
  { name: "early", modules: ["documents/early-balance.ts", "chart/plot/chart-colours.ts"], visits: 100, isApart: true },
  { name: "app", modules: ["main.tsx"], visits: 100, after: ["early"], isApart: true },
  { name: "early-candles", modules: ["documents/early-candles.ts"], visits: 75, after: AFTER_ENTRY, isApart: true },
  ...(
    [
      ["skeletons", 40, [], "shell/page-skeletons.tsx"],
      ["idle", 90, [], "install/follow-updates.tsx", "shell/app-dialogs.tsx"],
      ["alerts", 90, ["idle"], "alerts/follow-alerts.tsx", "alerts/alerts.ts"],
      ["alert-receipt", 5, ["alerts"], "alerts/alert-receipt-dialog.tsx"],
      ["bell", 90, [], "notifications/bell.tsx"],
      ["notifications-panel", 30, ["bell"], "notifications/panel.tsx"],
      ["push-offer", 3, ["idle"], "notifications/push-offer.tsx"],
      ["keep-subscribed", 20, ["idle"], "notifications/keep-subscribed.ts"],
      ["palette", 15, ["idle"], "shell/palette.tsx", "shell/keys-dialog.tsx"],
      ["dashboard", 200, [], "dashboard/dashboard-page.tsx"],
      [
        "dashboard-parts",
        60,
        ["dashboard"],
        "prices/live-prices.tsx",
        "dashboard/open-positions.tsx",
        "performance/follow-runs.tsx",
        "demo/demo-account.ts",
      ],
      ["newcomer", 20, ["dashboard"], "dashboard/newcomer-dashboard.tsx", "dashboard/practice-facts.tsx"],
      [
        "trading",
        300,
        ["early-candles"],
        "trading/trading-page.tsx",
        "trading/market-chart.tsx",
        "trading/trade-bar.tsx",
        "ticket/form.tsx",
      ],
      ["chart-later", 100, ["trading"], "trading/chart-later.tsx"],
      [
        "trading-parts",
        50,
        ["trading"],
        "positions/orders-table.tsx",
        "positions/fills-table.tsx",
        "trading/tell-events.ts",
        "watchlist/editor.tsx",
        "runs/stop-out-notice.tsx",
      ],
      ["alert-parts", 30, ["trading", "alerts"], "alerts/alert-form.tsx", "alerts/alerts-table.tsx"],
      [
        "trading-dialogs",
        25,
        ["trading"],
        "positions/position-dialog.tsx",
        "positions/order-dialog.tsx",
        "plans/plan-fields.tsx",
        "plans/locked-card.tsx",
        "runs/runs-dialog.tsx",
        "runs/new-run-dialog.tsx",
      ],
      [
        "chart-dialogs",
        15,
        ["trading"],
        "chart/go-to-date-dialog.tsx",
        "chart/chart-picture.ts",
        "chart/indicators-dialog.tsx",
      ],
      ["receipt", 10, [], "demo/receipt-dialog.tsx", "replay/quote-verdict.ts"],
      ["performance", 100, [], "performance/performance-page.tsx"],
      [
        "performance-parts",
        25,
        ["performance"],
        "performance/run-parts.tsx",
        "trade-accounts/account-menu.tsx",
        "performance/reset-dialog.tsx",
        "performance/origin.tsx",
        "performance/label-filters.tsx",
      ],
      ["broker-account", 10, ["performance"], "performance/broker-parts.tsx"],
      ["replay", 10, ["performance"], "replay/replay-parts.tsx"],
      [
        "charts",
        60,
        [],
        "dashboard/equity-card.tsx",
        "performance/progression-line.tsx",
        "performance/equity-chart.tsx",
        "account/month-bars.tsx",
      ],
      ["journal", 20, ["performance"], "review/journal-page.tsx"],
      ["note-chart", 1, ["performance", "journal"], "review/note-chart.tsx"],
      [
        "live-chart",
        0.5,
        ["performance", "journal", "note-chart", "trading", "chart-later"],
        "review/live-chart-dialog.tsx",
      ],
      ["closed-trade", 20, ["trading"], "review/closed-trade-sheet.tsx"],
      ["breakdown", 10, ["performance"], "breakdown/breakdown-page.tsx"],
      ["insights", 10, ["performance"], "insights/insights-page.tsx"],
      ["remind", 1, ["performance", "insights", "trading"], "insights/remind.tsx"],
      ["reminder", 0.5, ["trading", "performance", "insights"], "ticket/reminder-line.tsx"],
      ["playbook", 8, ["performance", "insights"], "breakdown/playbook-card.tsx"],
      ["import", 5, ["performance"], "broker/import-page.tsx"],
      ["account", 150, [], "account/account-page.tsx", "account/account-overview.tsx"],
      ["deposit", 80, ["account"], "account/account-deposit.tsx", "deposits/deposit-dialog.tsx"],
      ["withdraw", 80, ["account"], "account/account-withdraw.tsx"],
      ["history", 80, ["account"], "account/account-history.tsx"],
      ["deposit-receipt", 40, [], "deposits/receipt-page.tsx"],
      ["statement", 10, ["account"], "statement/statement-page.tsx"],
      ["profile", 80, [], "profile/profile-page.tsx", "profile/switch-zone.ts"],
      ["settings", 80, [], "settings/settings-page.tsx"],
      ["enrolment", 2, ["settings"], "settings/enrol-dialog.tsx"],
      ["notes", 100, [], "deposits/deposit-page.tsx", "withdrawals/withdrawal-page.tsx"],
      ["notifications", 20, [], "notifications/notifications-page.tsx"],
      ["notification-choices", 10, ["settings"], "notifications/notification-choices.tsx"],
      ["telegram-link", 1, ["notification-choices"], "notifications/telegram-link.tsx"],
      ["log-in", 80, [], "auth/log-in-page.tsx"],
      [
        "sign-up",
        60,
        [],
        "auth/sign-up-page.tsx",
        "auth/verify-email-page.tsx",
        "auth/forgot-password-page.tsx",
        "auth/reset-password-page.tsx",
      ],
      ["sign-up-proof", 0.5, ["sign-up"], "auth/sign-up-with-proof.ts"],
      ["image", 2, [], "ui/image/image-viewer.tsx"],
      ["design", 0.1, [], "design/design-page.tsx"],
    ] as const satisfies readonly (readonly [string, number, readonly string[], ...string[]])[]
  ).map(([name, visits, after, ...modules]) => ({
    name,
    visits,
    after: [...AFTER_ENTRY, ...after],
    modules,
    // A ticket that the address opens on a phone covers the chart.
    ...(name === "trading" && { waitedFor: modules.filter((module) => module !== "trading/market-chart.tsx") }),
  })),
  // Each account and profile page asks whether there are questions; few people have some, and fewer owe anything. These stay out of the
  // files of those pages, which have what they share with them.
  { name: "asked", modules: ["questions/asked-questions.tsx"], visits: 90, after: BEFORE_QUESTIONS, isApart: true },
  {
    name: "questions",
    modules: ["questions/client-conversation.tsx", "withdrawals/owed-note.tsx"],
    visits: 1,
    after: [...BEFORE_QUESTIONS, "asked"],
    isApart: true,
  },
  // For who chooses or reviews the picture of a payment code.
  {
    name: "read-khqr",
    modules: ["images/khqr-in-image.ts"],
    visits: 1,
    after: [...AFTER_ENTRY, "profile"],
    isApart: true,
  },
];

// After all others, so that what admins share with traders is where traders have it, and no section of theirs moves a trader's files.
const AFTER_TRADERS = TRADER_FEATURES.map(({ name }) => name);

/** The features of the application. A module that is loaded on demand is in one of them. */
export const APP_FEATURES: readonly Feature[] = [
  ...TRADER_FEATURES,
  { name: "admin-log-in", modules: ["admin/admin-log-in-page.tsx"], visits: 1, after: AFTER_TRADERS },
  { name: "admin", modules: ["admin/admin-page.tsx"], visits: 1, after: AFTER_TRADERS },
];

/** Those of the landing page, which has no React before one of the last is wanted. */
export const LANDING_FEATURES: readonly Feature[] = [
  { name: "index", modules: ["landing/landing-entry.ts"], visits: 100, isApart: true },
  { name: "landing", modules: ["landing/script/landing.ts"], visits: 95, after: ["index"] },
  { name: "prices-proof", modules: ["landing/script/prices-proof.ts"], visits: 5, after: ["index"] },
  { name: "mini-trading", modules: ["landing/script/mini-trading.ts"], visits: 20, after: ["index", "landing"] },
  {
    name: "with-react",
    modules: ["landing/script/watch-demo-dialog.tsx", "landing/script/mount-arrival.tsx"],
    visits: 15,
    after: ["index", "landing"],
  },
  { name: "log-out", modules: ["state/session.ts"], visits: 1, after: ["index", "landing"] },
];

/** The modules of a build and what each imports at once. */
export type ModuleGraph = ReadonlyMap<string, { imports: readonly string[]; bytes: number }>;

/** A file to be. */
type Chunk = { name: string; modules: readonly string[]; bytes: number; features: Mask; isApart: boolean };

/** Features, each of them a bit: there are thousands of unions of them. */
type Mask = bigint;

/** The cost of each file beside its code, in bytes of source: one request, and a compression of its own. */
const FILE_BYTES = 4_000;

/** So many of the smallest files are joined with whatever suits best, instead of each with each: that takes seconds less. */
const SMALLEST = 48;

/**
 * Puts each module into a file: those that the same features load into one, and then the two files together for which that
 * costs least, until nothing is gained by it and there are few enough.
 * @returns the name of its file by the id of each module
 */
export function planChunks(
  graph: ModuleGraph,
  features: readonly Feature[],
  { filesMax, nameOf = (id) => id }: { filesMax: number; nameOf?: (id: string) => string },
): Map<string, string> {
  const visitsOf = visitsByMask(features);
  let chunks = chunksBySets(graph, features, nameOf);
  for (;;) {
    const imported = importedBy(chunks, graph);
    const cheapest = cheapestPair(chunks, imported, visitsOf);
    if (!cheapest || (cheapest.costs >= 0 && chunks.length <= filesMax)) break;
    const [one, other] = cheapest.of;
    const isOneMore = visitsOf(one.features) >= visitsOf(other.features);
    const joined: Chunk = {
      name: isOneMore ? one.name : other.name,
      modules: [...one.modules, ...other.modules],
      bytes: one.bytes + other.bytes,
      features: one.features | other.features,
      isApart: false,
    };
    // What the one imports is loaded with the other from here on.
    for (const chunk of behindBoth(one, other, imported)) chunk.features |= joined.features;
    chunks = [...chunks.filter((chunk) => chunk !== one && chunk !== other), joined];
  }
  const plan = new Map(chunks.flatMap(({ name, modules }) => modules.map((id) => [id, name] as const)));
  // After the files are planned: a file more among them would join others of them.
  for (const { name, waitedFor } of features) {
    if (!waitedFor) continue;
    const first = reachedFrom(graph, waitedFor);
    for (const [id, file] of plan) if (file === name && !first.has(id)) plan.set(id, `${name}-after`);
  }
  return plan;
}

/** A file for each set of features that share modules. */
function chunksBySets(graph: ModuleGraph, features: readonly Feature[], nameOf: (id: string) => string): Chunk[] {
  const loadedBy = new Map<string, Feature[]>();
  for (const feature of features) {
    for (const id of reachedFrom(graph, feature.modules)) loadedBy.set(id, [...(loadedBy.get(id) ?? []), feature]);
  }
  const sets = Map.groupBy(loadedBy, ([, all]) => [...firstOf(all)].map(({ name }) => name).join());
  return [...sets.values()].map((entries) => {
    const needed = firstOf(entries[0]?.[1] ?? []);
    const [only, ...others] = needed;
    const modules = entries.map(([id]) => id);
    const bytesOf = (id: string) => graph.get(id)?.bytes ?? 0;
    const largest = modules.reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one));
    // A point in it, which no feature's name has, and none at its beginning: that would hide the file from the deployment.
    const shared = nameOf(largest)
      .replaceAll(/[^\w-]+/g, ".")
      .replace(/^\./, "lib.");
    const name = only && others.length === 0 ? only.name : shared;
    return {
      name,
      modules,
      bytes: modules.reduce((sum, id) => sum + bytesOf(id), 0),
      features: [...needed].reduce((mask, feature) => mask | bitOf(features, feature.name), 0n),
      isApart: [...needed].some(({ isApart }) => isApart),
    };
  });
}

/** Without the features before which another one of them is there. */
function firstOf(features: Iterable<Feature>): Set<Feature> {
  const all = [...features];
  return new Set(all.filter(({ after = [] }) => !all.some(({ name }) => after.includes(name))));
}

function bitOf(features: readonly Feature[], name: string): Mask {
  return 1n << BigInt(features.findIndex((feature) => feature.name === name));
}

/** The visits of some features together. One that comes after another one of them adds none. */
function visitsByMask(features: readonly Feature[]): (mask: Mask) => number {
  const bits = features.map(({ name, visits, after = [] }) => {
    const before = after.reduce((mask, one) => mask | bitOf(features, one), 0n);
    return { bit: bitOf(features, name), before, visits };
  });
  const known = new Map<Mask, number>();
  return (mask) => {
    let sum = known.get(mask);
    if (sum === undefined) {
      sum = 0;
      for (const { bit, before, visits } of bits) if ((mask & bit) !== 0n && (mask & before) === 0n) sum += visits;
      known.set(mask, sum);
    }
    return sum;
  };
}

function reachedFrom(graph: ModuleGraph, modules: readonly string[]): Set<string> {
  const found = new Set(modules.filter((id) => graph.has(id)));
  // A set that grows while it is walked is walked to its end.
  for (const id of found) for (const next of graph.get(id)?.imports ?? []) found.add(next);
  return found;
}

/** The files that each file imports: at once, and with what those import in turn. */
type Imported = ReadonlyMap<Chunk, { next: ReadonlySet<Chunk>; all: ReadonlySet<Chunk> }>;

function importedBy(chunks: readonly Chunk[], graph: ModuleGraph): Imported {
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.modules.map((id) => [id, chunk] as const)));
  const nextOf = new Map(
    chunks.map((chunk) => {
      const next = chunk.modules.flatMap((id) => graph.get(id)?.imports ?? []).map((id) => chunkOf.get(id));
      return [chunk, new Set(next.flatMap((one) => (one && one !== chunk ? [one] : [])))] as const;
    }),
  );
  return new Map(
    [...nextOf].map(([chunk, next]) => {
      const all = new Set(next);
      for (const one of all) for (const further of nextOf.get(one) ?? []) all.add(further);
      return [chunk, { next, all }];
    }),
  );
}

type Pair = { of: readonly [Chunk, Chunk]; costs: number };

function cheapestPair(chunks: readonly Chunk[], imported: Imported, visitsOf: (mask: Mask) => number): Pair | null {
  const joinable = chunks.filter(({ isApart }) => !isApart);
  const smallest = joinable.toSorted((a, b) => a.bytes - b.bytes).slice(0, SMALLEST);
  let cheapest: Pair | null = null;
  for (const one of smallest) {
    for (const other of joinable) {
      if (one === other || isBehind(one, other, imported) || isBehind(other, one, imported)) continue;
      const costs = costOf(one, other, imported, visitsOf);
      if (cheapest === null || costs < cheapest.costs) cheapest = { of: [one, other], costs };
    }
  }
  return cheapest;
}

/**
 * Whether a file imports another one through a third. Joined, the two would import a file that imports them, and a module
 * could run before one that it uses.
 */
function isBehind(from: Chunk, to: Chunk, imported: Imported): boolean {
  for (const next of imported.get(from)?.next ?? []) if (next !== to && imported.get(next)?.all.has(to)) return true;
  return false;
}

/** What is loaded more when two files are one, over all visits. */
function costOf(one: Chunk, other: Chunk, imported: Imported, visitsOf: (mask: Mask) => number): number {
  const features = one.features | other.features;
  const loadedOf = (mask: Mask, bytes: number) => visitsOf(mask) * (bytes + FILE_BYTES);
  let costs = loadedOf(features, one.bytes + other.bytes);
  costs -= loadedOf(one.features, one.bytes) + loadedOf(other.features, other.bytes);
  for (const chunk of behindBoth(one, other, imported)) {
    const all = chunk.features | features;
    if (all !== chunk.features) costs += loadedOf(all, chunk.bytes) - loadedOf(chunk.features, chunk.bytes);
  }
  return costs;
}

/** What is loaded with the joined file. */
function behindBoth(one: Chunk, other: Chunk, imported: Imported): Set<Chunk> {
  const all = new Set([...(imported.get(one)?.all ?? []), ...(imported.get(other)?.all ?? [])]);
  all.delete(one);
  all.delete(other);
  return all;
}

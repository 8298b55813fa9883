import type { FanOutFigures } from "./measure-contender.ts";
import { clientsThatFit } from "./open-files.ts";

/** The goals for sending prices to thousands of clients, and how the figures of a run compare with them. */

/** The goals' names. */
export type GoalId = "F1" | "F2" | "F3" | "F4" | "F5" | "F6";

type Goal = {
  what: string;
  goal: string;
  /**
   * The servers and numbers of clients that it needs; the last number is the size it refers to. `rivals` run as well.
   */
  needs: { clients: readonly number[]; contenders: readonly string[]; rivals: boolean; storms?: boolean };
  /** Compares the Worker's run, among all runs, with the goal; null when a run that it needs is missing. */
  judge: (
    own: FanOutFigures,
    all: readonly FanOutFigures[],
  ) => { figure: string; isMet: boolean; bound: string } | null;
  /** The same figure of a rival, if there is one. */
  rivalFigure?: (rival: FanOutFigures) => string;
};

/** Ages count as steady while the last quarter of the window is at most this factor above the first. */
const STEADY_FACTOR = 1.25;
const ms = (value: number) => value.toFixed(value < 20 ? 1 : 0);
const agesOf = ({ ages }: FanOutFigures) => `${ms(ages.p50Ms)} / ${ms(ages.p99Ms)} ms`;
const isSteady = ({ ages }: FanOutFigures) => ages.lastQuarterMs <= ages.firstQuarterMs * STEADY_FACTOR;
const cpuOf = ({ cpuUsPerClientSecond }: FanOutFigures) => `${cpuUsPerClientSecond.toFixed(0)} us`;

/** The time for one frame to all clients on the object's one thread: the lower bound between two sends. */
function flushBound({ clients, cpuUsPerFrame, cores }: FanOutFigures): string {
  const flushMs = (clients * cpuUsPerFrame) / 1_000;
  const frame = `${clients} frames x ${cpuUsPerFrame.toFixed(1)} us = ${ms(flushMs)} ms a flush on the one thread`;
  return `${frame}; others on this machine had ${cores.others.toFixed(2)} cores`;
}

const ages = (what: string, clients: number, most: { p50Ms: number; p99Ms: number }): Goal => ({
  what,
  goal: `<= ${most.p50Ms} / ${most.p99Ms} ms, steady`,
  needs: { clients: [clients], contenders: ["tonle"], rivals: true },
  judge: (own) => ({
    figure: `${agesOf(own)}, ${isSteady(own) ? "steady" : "growing"}, ${(own.ages.upToDate * 100).toFixed(0)}% up to date`,
    isMet: own.ages.p50Ms <= most.p50Ms && own.ages.p99Ms <= most.p99Ms && isSteady(own) && own.ages.upToDate === 1,
    bound: flushBound(own),
  }),
  rivalFigure: (rival) => `${agesOf(rival)}${isSteady(rival) ? "" : ", growing"}`,
});

const CROWD_OF_F4 = Math.min(10_000, clientsThatFit());

/** The goals by name. */
export const GOALS: Record<GoalId, Goal> = {
  F1: ages("age at 5,000 clients in one object, p50 / p99", 5_000, { p50Ms: 140, p99Ms: 275 }),
  F2: ages("age at 1,000 clients in one object, p50 / p99", 1_000, { p50Ms: 15, p99Ms: 45 }),
  F3: {
    what: "server CPU a client and second at 5,000 clients, p99 of age <= 500 ms",
    goal: "<= 75 us",
    needs: { clients: [5_000], contenders: ["tonle"], rivals: true },
    judge: (own) => ({
      figure: `${cpuOf(own)} (p99 ${ms(own.ages.p99Ms)} ms)`,
      isMet: own.cpuUsPerClientSecond <= 75 && own.ages.p99Ms <= 500,
      bound: `${(own.framesPerSecond / own.clients).toFixed(1)} frames a client and second x ${own.cpuUsPerFrame.toFixed(1)} us: fewer would make prices older than F1 wants`,
    }),
    rivalFigure: cpuOf,
  },
  F4: {
    what: `p99 of age at ${CROWD_OF_F4} clients in one object, 10,000 where so many files may be open`,
    goal: "<= 600 ms",
    needs: { clients: [CROWD_OF_F4], contenders: ["tonle"], rivals: false },
    judge: (own) => ({
      figure: `${ms(own.ages.p99Ms)} ms, ${isSteady(own) ? "steady" : "growing"}`,
      isMet: own.ages.p99Ms <= 600 && isSteady(own),
      bound: flushBound(own),
    }),
  },
  F5: {
    what: "5,000 clients back with a full snapshot after a crash, first and second storm",
    goal: "<= 2.5 s each",
    needs: { clients: [5_000], contenders: ["tonle"], rivals: false, storms: true },
    judge: (own) => {
      const storms = own.storms.filter(({ kind }) => kind === "at_once");
      return {
        figure: `${storms.map(({ allS }) => allS.toFixed(2)).join(" / ")} s`,
        isMet: storms.length > 0 && storms.every(({ allS }) => allS <= 2.5),
        bound: `the runtime took ${own.connectsPerSecond.toFixed(0)} handshakes a second before any tick, the crowd's own work on this machine included`,
      };
    },
  },
  F6: {
    what: "memory of one more client above bare workerd (naive-do), from 1,000 to 5,000 clients",
    goal: "<= 2 KiB",
    needs: { clients: [1_000, 5_000], contenders: ["tonle", "naive-do"], rivals: false },
    judge: (_, all) => {
      const [own, bare] = [kibOfOneMore("tonle", all), kibOfOneMore("naive-do", all)];
      if (own === null || bare === null) return null;
      return {
        figure: `${(own - bare).toFixed(1)} KiB (${own.toFixed(1)} - ${bare.toFixed(1)})`,
        isMet: own - bare <= 2,
        bound:
          "a socket's attachment, its tag and its place in a Set; both figures are resident pages and move by some KiB from run to run",
      };
    },
  },
};

/** Memory per additional client, KiB. One-time growth, such as of the heap, is in both sizes and cancels out. */
function kibOfOneMore(server: string, all: readonly FanOutFigures[]): number | null {
  const [few, many] = [1_000, 5_000].map((size) => all.find((run) => run.contender === server && run.clients === size));
  if (!few || !many) return null;
  return (many.kibPerClient * many.clients - few.kibPerClient * few.clients) / (many.clients - few.clients);
}

/** A run that goals need. */
export type Run = { clients: number; contender: string; storms: boolean };

/** The runs that these goals need, without duplicates, small crowds first. */
export function runsFor(ids: readonly GoalId[], rivals: readonly string[]): Run[] {
  const runs = new Map<string, Run>();
  for (const id of ids) {
    const { clients: sizes, contenders, rivals: hasRivals, storms = false } = GOALS[id].needs;
    for (const clients of sizes) {
      for (const contender of [...contenders, ...(hasRivals ? rivals : [])]) {
        const key = `${clients} ${contender}`;
        runs.set(key, { clients, contender, storms: storms || (runs.get(key)?.storms ?? false) });
      }
    }
  }
  return [...runs.values()].toSorted((a, b) => a.clients - b.clients);
}

/** A goal with its measured figure. */
export type GoalRow = {
  id: GoalId;
  what: string;
  goal: string;
  figure: string;
  /** Null when a run that it needs did not finish. */
  isMet: boolean | null;
  bound: string;
  rivals: string;
};

/** One row per goal. */
export function goalRows(ids: readonly GoalId[], results: readonly FanOutFigures[]): GoalRow[] {
  return ids.map((id) => {
    const { what, goal, needs, judge, rivalFigure } = GOALS[id];
    const alike = results.filter(({ clients }) => clients === needs.clients.at(-1));
    const own = alike.find(({ contender }) => contender === "tonle");
    const judged = (own && judge(own, results)) ?? { figure: "did not finish", isMet: null, bound: "" };
    const rivals = alike.filter((one) => one !== own && needs.rivals && rivalFigure);
    const rivalTexts = rivals.map((rival) => `${rival.contender} ${rivalFigure?.(rival)}`).join("; ");
    return { id, what, goal, ...judged, bound: judged.isMet ? "" : judged.bound, rivals: rivalTexts };
  });
}

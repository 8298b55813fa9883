import type { HelperProcess } from "../fan-out/helper-process.ts";
import { cpuMs, machineCpuMs } from "../fan-out/process-usage.ts";
import type { LoadAnswer, LoadOrder } from "./load.ts";

/** A Worker and a path of it that is measured. */
export type Target = { worker: string; call: string; port: number; pid: number; path: string; cookie: string | null };

/** The figures of one target. CPU times are per request, in microseconds. */
export type CallFigures = {
  worker: string;
  call: string;
  workerUs: number;
  databaseUs: number;
  perSecond: number;
  /** At a fixed rate, ms: the median of the rounds, so that a burst of other load spoils a round and not the figure. */
  p50: number;
  p99: number;
  /** Cores that other processes used meanwhile. */
  otherCores: number;
};

/** How targets are measured. @property rounds each target is measured so often, in turn, so that load hits all alike */
export type MeasureOptions = { connections: number; perSecond: number; seconds: number; rounds: number };

type Processes = { load: HelperProcess<LoadOrder, LoadAnswer>; databasePid: number };
type Sums = {
  workerMs: number;
  databaseMs: number;
  requests: number;
  seconds: number;
  othersMs: number;
  p50s: number[];
  p99s: number[];
};

const WARM_UP_S = 0.7;

/** Measures all targets. @throws Error when a call does not answer with 200 */
export async function measureCalls(
  targets: readonly Target[],
  processes: Processes,
  options: MeasureOptions,
): Promise<CallFigures[]> {
  const sums = targets.map<Sums>(() => ({
    workerMs: 0,
    databaseMs: 0,
    requests: 0,
    seconds: 0,
    othersMs: 0,
    p50s: [],
    p99s: [],
  }));
  for (let round = 0; round < options.rounds; round++) {
    for (const [i, target] of targets.entries()) {
      const sum = sums[i];
      if (sum) await measureOnce(target, processes, options, sum);
    }
  }
  return targets.map(({ worker, call }, i) => ({ worker, call, ...figuresOf(sums[i]) }));
}

async function measureOnce(
  target: Target,
  { load, databasePid }: Processes,
  { connections, perSecond, seconds }: MeasureOptions,
  sum: Sums,
): Promise<void> {
  const { port, path, cookie } = target;
  const order = { port, path, headers: cookie ? { Cookie: cookie } : {}, connections };
  const send = async (more: Partial<LoadOrder> & { seconds: number }) => {
    const answer = await load.send({ ...order, ...more });
    if (answer.errors > 0) throw new Error(`${target.worker}: ${path} failed ${answer.errors} times`);
    return answer;
  };
  await send({ seconds: WARM_UP_S });
  const before = usage();
  const full = await send({ seconds });
  const after = usage();
  sum.workerMs += after.worker - before.worker;
  sum.databaseMs += after.database - before.database;
  sum.othersMs += after.machine - before.machine - (after.measured - before.measured);
  sum.requests += full.requests;
  sum.seconds += full.seconds;
  const { agesMs } = await send({ seconds, perSecond });
  sum.p50s.push(quantile(agesMs, 0.5));
  sum.p99s.push(quantile(agesMs, 0.99));

  function usage() {
    const [worker, database] = [cpuMs(target.pid), cpuMs(databasePid)];
    return { worker, database, machine: machineCpuMs(), measured: worker + database + cpuMs(load.pid) };
  }
}

function figuresOf(sum: Sums | undefined): Omit<CallFigures, "worker" | "call"> {
  if (!sum) throw new Error("a target without figures");
  return {
    workerUs: (sum.workerMs * 1000) / sum.requests,
    databaseUs: (sum.databaseMs * 1000) / sum.requests,
    perSecond: sum.requests / sum.seconds,
    p50: median(sum.p50s),
    p99: median(sum.p99s),
    otherCores: sum.othersMs / (sum.seconds * 1000),
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

import { markdownTable } from "../markdown-table.ts";
import type { FanOutFigures } from "./measure-contender.ts";

const ms = (value: number) => value.toFixed(value < 20 ? 1 : 0);
const whole = (value: number) => value.toFixed(0);

/** The figures of all runs. */
export function resultTable(results: readonly FanOutFigures[]): string {
  return markdownTable(results, {
    server: ({ contender }) => contender,
    clients: ({ clients }) => String(clients),
    "frames/s": ({ framesPerSecond }) => whole(framesPerSecond),
    "age p50 ms": ({ ages }) => ms(ages.p50Ms),
    p99: ({ ages }) => ms(ages.p99Ms),
    "p99.9": ({ ages }) => ms(ages.p999Ms),
    "p50 first, last quarter": ({ ages }) => `${ms(ages.firstQuarterMs)}, ${ms(ages.lastQuarterMs)}`,
    "up to date": ({ ages }) => `${(ages.upToDate * 100).toFixed(1)}%`,
    "CPU us/client-s": ({ cpuUsPerClientSecond }) => whole(cpuUsPerClientSecond),
    "us/frame": ({ cpuUsPerFrame }) => cpuUsPerFrame.toFixed(1),
    "KiB/client": ({ kibPerClient }) => whole(kibPerClient),
    "grown MiB": ({ grownMib }) => whole(grownMib),
    "connects/s": ({ connectsPerSecond }) => whole(connectsPerSecond),
    lost: ({ lostClients }) => String(lostClients),
    "cores: server, crowd, others": ({ cores }) =>
      [cores.server, cores.crowd, cores.others].map((share) => share.toFixed(2)).join(", "),
    "source late, mean, max ms": ({ source }) => `${ms(source.meanLateMs)}, ${ms(source.maxLateMs)}`,
  });
}

/** The figures of the storms. */
export function stormTable(results: readonly FanOutFigures[]): string {
  const storms = results.flatMap(({ contender, clients, storms }) =>
    storms.map((storm) => ({ ...storm, contender, clients })),
  );
  if (storms.length === 0) return "no storms (--storms)";
  return markdownTable(storms, {
    server: ({ contender }) => contender,
    clients: ({ clients }) => String(clients),
    "come back": ({ kind }) => (kind === "at_once" ? "all at once" : "with back-off and jitter"),
    "half s": ({ halfS }) => halfS.toFixed(2),
    "all s": ({ allS }) => allS.toFixed(2),
    "most in one s": ({ peakPerSecond }) => String(peakPerSecond),
    "failed tries and losses": ({ failures }) => String(failures),
  });
}

/** Each rival's figures relative to the Worker's with the same number of clients: above 1 the Worker is better. */
export function ratioTable(results: readonly FanOutFigures[]): string {
  const rows = results.flatMap((rival) => {
    const own = results.find(({ contender, clients }) => contender === "tonle" && clients === rival.clients);
    return own && own !== rival ? [{ own, rival }] : [];
  });
  const ratio = (figure: (of: FanOutFigures) => number) => (row: (typeof rows)[number]) =>
    `${(figure(row.rival) / figure(row.own)).toFixed(2)}x`;
  if (rows.length === 0) return "no ratios: tonle or its rivals did not run";
  return markdownTable(rows, {
    "rival / tonle": ({ rival }) => rival.contender,
    clients: ({ rival }) => String(rival.clients),
    "age p50": ratio(({ ages }) => ages.p50Ms),
    "age p99": ratio(({ ages }) => ages.p99Ms),
    "CPU/client-s": ratio(({ cpuUsPerClientSecond }) => cpuUsPerClientSecond),
    "CPU/frame": ratio(({ cpuUsPerFrame }) => cpuUsPerFrame),
    "frames/s": ratio(({ framesPerSecond }) => framesPerSecond),
    "memory/client": ratio(({ kibPerClient }) => kibPerClient),
  });
}

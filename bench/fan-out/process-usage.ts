import { readFileSync } from "node:fs";

/** Of the kernel's counters; the same on every Linux that matters. Source: proc(5), sysconf(_SC_CLK_TCK) */
const TICK_MS = 10;

/** CPU time that a process has used so far, all its threads, ms. */
export function cpuMs(pid: number): number {
  // The name before these fields stands in brackets and may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * TICK_MS;
}

/** Memory that a process holds now, KiB. */
export function residentKib(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]);
}

/** CPU time that everything on this machine has used so far, ms. */
export function machineCpuMs(): number {
  const [, ...fields] = (readFileSync("/proc/stat", "latin1").split("\n")[0] ?? "").split(/\s+/);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = fields.map(Number);
  return (user + nice + system + irq + softirq) * TICK_MS;
}

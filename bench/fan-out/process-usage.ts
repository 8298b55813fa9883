import { readFileSync } from "node:fs";

/** The unit of the kernel's counters, the same on every common Linux. Source: proc(5), sysconf(_SC_CLK_TCK) */
const TICK_MS = 10;

/** CPU time that all threads of a process have used so far, ms. */
export function cpuMs(pid: number): number {
  // The process name before these fields is in parentheses and may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * TICK_MS;
}

/** Resident memory of a process, KiB. */
export function residentKib(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]);
}

/** CPU time that all processes on this machine have used so far, ms. */
export function machineCpuMs(): number {
  const [, ...fields] = (readFileSync("/proc/stat", "latin1").split("\n")[0] ?? "").split(/\s+/);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = fields.map(Number);
  return (user + nice + system + irq + softirq) * TICK_MS;
}

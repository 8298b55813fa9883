/** A profile as the inspector returns it. Source: chromedevtools.github.io/devtools-protocol/v8/Profiler */
export type CpuProfile = {
  nodes: Array<{
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }>;
  samples: number[];
  /** Microseconds, of the wall clock in profiles that Bun writes. */
  startTime: number;
  /** Microseconds since the sample before. */
  timeDeltas: number[];
};

/** The time between two samples. */
export const SAMPLING_US = 200;
const START_TIMEOUT_MS = 10_000;

/** Connects to the inspector of workerd's Worker. */
export async function connectInspector(port: number) {
  const target = await findWorker(port);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let lastId = 0;
  const send = (method: string, params: object = {}) =>
    new Promise((resolve) => {
      waiting.set(++lastId, resolve);
      socket.send(JSON.stringify({ id: lastId, method, params }));
    });
  await send("Profiler.enable");
  await send("Profiler.setSamplingInterval", { interval: SAMPLING_US });
  return {
    start: () => send("Profiler.start"),
    // `Profiler.stop` returns this.
    stop: async () => ((await send("Profiler.stop")) as { profile: CpuProfile }).profile,
    close: () => socket.close(),
  };
}

/** The runtime lists a Worker a moment after it listens. */
async function findWorker(port: number): Promise<{ webSocketDebuggerUrl: string }> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    const reply = await fetch(`http://127.0.0.1:${port}/json`);
    // The inspector lists its Workers in this form.
    const targets = (await reply.json()) as Array<{ id: string; webSocketDebuggerUrl: string }>;
    const target = targets.find(({ id }) => id === "worker" || id.endsWith(":worker"));
    if (target) return target;
    await Bun.sleep(50);
  }
  throw new Error("the inspector lists no Worker");
}

import { createServer, type Server } from "node:net";

/** Below the ports that the system gives to outgoing connections, or one of them could take a port before it is used. */
const FIRST_PORT = 20_000;
const BLOCKS = 1_200;
const PORTS_PER_BLOCK = 10;

/** Consecutive ports of a test's own. */
export type PortBlock = { first: number; release(): void };

/**
 * Claims a block of nine consecutive ports. Its lowest port is held as long as the block is in use, so that of all test
 * processes on the machine one has it; a block in which another program listens is passed over.
 * @throws Error when no block is free
 */
export async function claimPorts(): Promise<PortBlock> {
  // Each process starts elsewhere, so that they seldom meet.
  const start = (process.pid * 37) % BLOCKS;
  for (let tried = 0; tried < BLOCKS; tried += 1) {
    const lowest = FIRST_PORT + ((start + tried) % BLOCKS) * PORTS_PER_BLOCK;
    const claim = await listen(lowest);
    if (!claim) continue;
    const others = Array.from({ length: PORTS_PER_BLOCK - 1 }, (_, index) => lowest + 1 + index);
    if ((await Promise.all(others.map(isFree))).every(Boolean))
      return { first: lowest + 1, release: () => claim.close() };
    claim.close();
  }
  throw new Error(`none of ${BLOCKS} blocks of ports is free`);
}

/** @returns null when somebody else listens there */
function listen(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    // The claim of a process that is done does not keep it alive.
    server.listen(port, "127.0.0.1", () => resolve(server.unref()));
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  return server !== null;
}

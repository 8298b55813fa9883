import { createServer, type Server } from "node:net";

/** Below the system's range of ports for outgoing connections, which could otherwise take a port before its use. */
const FIRST_PORT = 20_000;
const BLOCKS = 1_200;
const PORTS_PER_BLOCK = 10;

/** Nine consecutive ports from `first` on, for one test stack. */
export type PortBlock = { first: number; release(): void };

/**
 * Claims a block of nine consecutive ports. A server listens on the port below them until the block is released, so
 * that only one test process on the machine has the block. Blocks in which another program listens are skipped.
 *
 * @throws Error when no block is free
 */
export async function claimPorts(): Promise<PortBlock> {
  // Each process starts at a different block, which makes collisions rare.
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

/** Listens on a port. @returns null when another program listens there */
function listen(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    // The claim must not keep a finished process alive.
    server.listen(port, "127.0.0.1", () => resolve(server.unref()));
  });
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  return server !== null;
}

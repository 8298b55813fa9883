/**
 * Keeps calls to this machine away from a proxy. Bun's `fetch` sends them to the one that `http_proxy` names, which does
 * not know the ports of this machine.
 *
 * A preload of every program that Bun runs here (`bunfig.toml`). Child processes inherit the environment.
 */
const LOOPBACK = ["localhost", "127.0.0.1", "::1", "[::1]"];

const others = [process.env.NO_PROXY, process.env.no_proxy].flatMap((list) => list?.split(",") ?? []);
const hosts = new Set([...others.map((host) => host.trim()).filter(Boolean), ...LOOPBACK]);
// Bun reads the second one first, other programs the first.
for (const name of ["NO_PROXY", "no_proxy"]) process.env[name] = [...hosts].join(",");

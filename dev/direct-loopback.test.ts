import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("answered") });
/** Refuses everything, as a proxy does that does not know the ports of this machine. */
const proxy = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("proxy", { status: 502 }) });
afterAll(() => Promise.all([server.stop(true), proxy.stop(true)]));

/** Runs a program of this repository that reads from a server of this machine. @returns what it printed */
async function fetched(code: string, environment: Record<string, string>): Promise<string> {
  const { http_proxy: _, HTTP_PROXY: _upper, NO_PROXY: _list, no_proxy: _lower, ...env } = process.env;
  const command = [process.execPath, "-e", code, String(server.url)];
  const run = Bun.spawn(command, { cwd: ROOT, env: { ...env, ...environment }, stderr: "inherit" });
  return (await new Response(run.stdout).text()).trim();
}

const FETCH = "console.log(await (await fetch(process.argv.at(-1))).text())";
const IN_A_CHILD = `const run = Bun.spawn([process.execPath, "-e", ${JSON.stringify(FETCH)}, process.argv.at(-1)], { cwd: "/" });
  console.log(await new Response(run.stdout).text())`;

test.each([
  ["http_proxy", {}],
  ["HTTP_PROXY", {}],
  ["http_proxy", { no_proxy: "example.com" }],
  ["http_proxy", { NO_PROXY: "example.com" }],
])(
  "with %s and %o a program reaches servers of its own machine directly, and so do its children",
  async (name, more) => {
    const environment = { [name]: String(proxy.url), ...more };
    expect(await fetched(FETCH, environment)).toBe("answered");
    expect(await fetched(IN_A_CHILD, environment)).toBe("answered");
  },
);

test("the hosts that a person has named stay named", async () => {
  const environment = { http_proxy: String(proxy.url), NO_PROXY: "example.com, example.org" };
  const env = await fetched("console.log(process.env.NO_PROXY, process.env.no_proxy)", environment);
  const hosts = "example.com,example.org,localhost,127.0.0.1,::1,[::1]";
  expect(env).toBe(`${hosts} ${hosts}`);
});

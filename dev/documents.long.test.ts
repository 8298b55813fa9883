import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { documentedCommands, flagsOf } from "./document-commands.ts";
import { findWranglerCommand, WRANGLER_COMMANDS } from "./setup/stand-ins/wrangler.ts";

setDefaultTimeout(600_000);

const ROOT = join(import.meta.dir, "..");
const commands = ["docs/deploy.md", "docs/operation.md"]
  .flatMap((path) => documentedCommands(readFileSync(join(ROOT, path), "utf8")))
  .filter(({ program }) => program === "bunx");

test("every command of wrangler is one of the installed wrangler, with its flags", async () => {
  const wrangler = [join(ROOT, "node_modules/.bin/node"), join(ROOT, "node_modules/wrangler/bin/wrangler.js")];
  const env = { ...process.env, CI: "true", NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" };
  const helpOf = async (name: string) => {
    const child = Bun.spawn([...wrangler, ...name.split(" "), "--help"], { env, stdout: "pipe", stderr: "ignore" });
    return new Response(child.stdout).text();
  };
  const named = commands.map(({ args, line }) => ({
    line,
    args,
    name: findWranglerCommand(args.slice(1))?.[0] ?? "",
  }));
  expect(named.filter(({ name }) => name === "").map(({ line }) => line)).toEqual([]);
  // The stand-in's commands and flags, which the walk and the set-up's test rely on, are checked with them.
  const standIn = Object.entries(WRANGLER_COMMANDS).map(([name, { options }]) => ({
    name,
    line: `the stand-in's ${name}`,
    args: Object.keys(options).map((flag) => `--${flag}`),
  }));
  const byName = Map.groupBy([...named, ...standIn], ({ name }) => name);
  const faults = await Promise.all(
    [...byName].map(async ([name, uses]) => {
      const help = await helpOf(name);
      if (!new RegExp(`^wrangler ${name}(\\s*$| [<[])`, "m").test(help)) return [`${name}: no such command`];
      return uses.flatMap(({ line, args }) =>
        flagsOf(args)
          .filter((flag) => !new RegExp(`(?<![\\w-])${flag}(?![\\w-])`).test(help))
          .map((flag) => `${line}: ${flag}`),
      );
    }),
  );
  expect(faults.flat()).toEqual([]);
});

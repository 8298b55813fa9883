import { parseArgs } from "node:util";
import { CommandFault, runStandIn, type StandInState } from "./state.ts";

/**
 * A stand-in of Turso's command-line tool for the commands that the set-up and its documents use.
 * Source: docs.turso.tech/cli and tursodatabase/turso-cli, internal/cmd
 */

type Values = Record<string, string | boolean | undefined>;
type TursoCommand = {
  options: Record<string, { type: "string" | "boolean" }>;
  run: (state: StandInState, name: string, values: Values) => string;
};

const flag = { type: "boolean" } as const;
const text = { type: "string" } as const;

/** The commands with their options, as the tool's own documentation has them. */
export const TURSO_COMMANDS: Record<string, TursoCommand> = {
  "auth login": {
    options: {},
    run: (state) => {
      state.turso = "operator";
      return "✔  Success!";
    },
  },
  "auth signup": { options: {}, run: () => "✔  Success!" },
  "auth logout": {
    options: { all: flag },
    run: (state) => {
      state.turso = null;
      return "Logged out.";
    },
  },
  "auth whoami": { options: {}, run: (state) => state.turso ?? "" },
  "group list": {
    options: {},
    run: ({ groups }) =>
      ["NAME       LOCATIONS           VERSION", ...groups.map((each) => `${each}    aws     v1`)].join("\n"),
  },
  "group create": {
    options: { location: text, wait: flag, canary: flag },
    run: (state, name) => {
      if (state.groups.includes(name)) throw new CommandFault(`group ${name} already exists`);
      state.groups.push(name);
      return `Created group ${name} at aws.`;
    },
  },
  "db list": { options: {}, run: ({ databases }) => databases.join("\n") },
  "db show": {
    options: { url: flag },
    run: (state, name, { url }) => {
      mustExist(state, name);
      return url ? state.database.url : `Name:     ${name}\nURL:      ${state.database.url}`;
    },
  },
  "db create": {
    options: { group: text, wait: flag, "from-dump": text, "from-db": text, timestamp: text },
    run: (state, name, { group }) => {
      if (state.databases.includes(name)) {
        throw new CommandFault(`could not create database ${name}: database with name ${name} already exists`);
      }
      if (typeof group === "string" && !state.groups.includes(group))
        throw new CommandFault(`group ${group} does not exist`);
      state.databases.push(name);
      return `Created database ${name} at group ${group ?? "default"} in 1.2s.`;
    },
  },
  "db tokens create": {
    options: { expiration: text, "read-only": flag },
    run: (state, name) => {
      mustExist(state, name);
      return state.database.token;
    },
  },
  "db tokens invalidate": {
    options: { yes: flag },
    run: (state, name) => {
      mustExist(state, name);
      return "✔  Success! Tokens invalidated successfully.";
    },
  },
};

function mustExist(state: StandInState, name: string): void {
  if (!state.databases.includes(name))
    throw new CommandFault(`database ${name} not found. List known databases using turso db list`);
}

/** The command that the words begin with, longest first. */
export function findTursoCommand(words: readonly string[]): [name: string, command: TursoCommand] | undefined {
  for (const length of [3, 2]) {
    const name = words.slice(0, length).join(" ");
    const command = TURSO_COMMANDS[name];
    if (command) return [name, command];
  }
  return undefined;
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  await runStandIn("turso", args, (state) => {
    const [name, command] = findTursoCommand(args) ?? [];
    if (name === undefined || !command) throw new CommandFault(`unknown command "${args.join(" ")}" for "turso"`);
    if (state.turso === null && name !== "auth login") {
      throw new CommandFault(
        "You are not logged in, please login with turso auth login before running other commands.",
      );
    }
    const rest = args.slice(name.split(" ").length);
    const { values, positionals } = parseArgs({ args: rest, options: command.options, allowPositionals: true });
    return command.run(state, positionals[0] ?? "", values);
  });
}

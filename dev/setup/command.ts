/** The output of a command and how it ended; `code` is null when there is no such program. */
export type CommandResult = { code: number | null; out: string; faults: string };

/** How to run a program with arguments. It never asks: every prompt of the tools has its default in CI. */
export type Command = (args: readonly string[], input?: string) => Promise<CommandResult>;

const QUIET = { CI: "true", NO_COLOR: "1", FORCE_COLOR: "0", WRANGLER_SEND_METRICS: "false" };

/**
 * A program and the words that always come first.
 * @param environment is added to that of this process
 * @param timeoutMs after which a run of it is ended
 */
export function commandOf(
  program: readonly string[],
  environment: () => Record<string, string> = () => ({}),
  timeoutMs?: number,
): Command {
  return async (args, input) => {
    try {
      const child = Bun.spawn([...program, ...args], {
        env: { ...process.env, ...QUIET, ...environment() },
        ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
        stdin: input === undefined ? "ignore" : new Blob([input]),
        stdout: "pipe",
        stderr: "pipe",
      });
      const [out, faults, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ]);
      return { code, out, faults };
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT")
        return { code: null, out: "", faults: "" };
      throw error;
    }
  };
}

/** The output of a command that must succeed. @throws Error with what it printed last */
export async function mustRun(
  command: Command,
  name: string,
  args: readonly string[],
  input?: string,
): Promise<string> {
  const result = await command(args, input);
  if (result.code === 0) return result.out;
  const printed = `${result.out}\n${result.faults}`.trim().split("\n").slice(-12).join("\n");
  throw new Error(`\`${name} ${args.join(" ")}\` ended with ${result.code ?? "no such program"}:\n${printed}`);
}

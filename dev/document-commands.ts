/** A command that a document tells its reader to run. @property line as it is written, on one line */
export type DocumentedCommand = { program: string; args: string[]; line: string };

/** The blocks of shell commands of a Markdown text, each without its indentation, in order. */
export function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(([, indent = "", text = ""]) =>
    text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

/** The part of a Markdown text below a heading of the second level. @throws Error when there is no such heading */
export function sectionOf(markdown: string, heading: string): string {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`there is no heading ${heading}`);
  return section;
}

/** The commands of a document: the lines of its blocks, and those of its sentences that name a program of the product. */
export function documentedCommands(markdown: string): DocumentedCommand[] {
  const lines = shellBlocks(markdown).flatMap((block) => withoutHeredocs(block).split("\n"));
  const prose = markdown.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "");
  const inline = [...prose.matchAll(/`((?:bun|bunx|turso) [^`]+)`/g)].map(([, text = ""]) => text);
  return [...lines, ...inline].flatMap((line) => commandsOf(line));
}

function withoutHeredocs(block: string): string {
  return block.replaceAll(/<<'?(\w+)'?\n[\s\S]*?\n\1$/gm, "");
}

function commandsOf(line: string): DocumentedCommand[] {
  return line
    .split(/ \| |; /)
    .map((part) =>
      part
        .trim()
        .replace(/^\(/, "")
        .replace(/^(?:[A-Z_]+=\S+ )+/, ""),
    )
    .filter((part) => part !== "" && !part.startsWith("#"))
    .map((part) => {
      const words = (part.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll(/^['"]|['")]$/g, ""));
      const [program = "", ...args] = words;
      return { program, args, line: part };
    });
}

/** The long flags among the arguments of a command, without their values. */
export function flagsOf(args: readonly string[]): string[] {
  return args.filter((arg) => arg.startsWith("--")).map((arg) => arg.split("=")[0] ?? "");
}

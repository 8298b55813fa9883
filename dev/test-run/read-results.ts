import type { ReportedTest } from "./junit.ts";

/** A test that failed, or something outside of a test. `place` is its file with the line, where that is known. */
export type Failure = { place: string; name: string; text: string };

/** The results of the tests of one process. */
export type Results = {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  /** How long each file took, in seconds. */
  seconds: Record<string, number>;
};

const FILE = /^(?:\.\/)?(\S+\.test\.tsx?):$/;
/** After the last file bun:test prints the failures of all files again. */
const SUMMARY = /^\d+ tests? failed:$/;
const RESULT = /^\((pass|fail|skip|todo)\) (.*?)(?: \[[\d.]+m?s\])?$/;
/** The Worker's log has one JSON object a line. */
const LOG = /^\{"/;

const ASSERTION_LINES_MAX = 40;
const LOG_LINES_MAX = 20;

/**
 * Reads what `bun test` prints, line by line: a file's name, then of each test what it printed and its result. What a
 * test that passes prints is dropped.
 */
export class ResultReader {
  readonly results: Results = { passed: 0, failed: 0, skipped: 0, failures: [], seconds: {} };
  /** The file that runs, or ran last. */
  file = "";
  readonly #onFailure: (failure: Failure) => void;
  #isOver = false;
  #fileStartedMs = performance.now();
  /** The output since the last result. */
  #lines: string[] = [];

  constructor(onFailure: (failure: Failure) => void) {
    this.#onFailure = onFailure;
  }

  read(line: string): void {
    if (SUMMARY.test(line)) this.#isOver = true;
    if (this.#isOver) return;
    const [, file] = FILE.exec(line) ?? [];
    const [, result, name = ""] = RESULT.exec(line) ?? [];
    if (file) this.#begin(file);
    else if (result) this.#count(result, name);
    else this.#lines.push(line);
  }

  /** Ends with the process. @param hasPassed whether its exit code was 0 */
  end(hasPassed: boolean): void {
    this.#endFile();
    // An error between tests, a file that cannot be loaded, a process that crashed.
    if (!hasPassed && this.results.failed === 0) this.#fail("(outside of a test)");
  }

  #begin(file: string): void {
    this.#endFile();
    this.file = file;
    this.#lines = [];
  }

  #count(result: string, name: string): void {
    if (result === "pass") this.results.passed += 1;
    else if (result === "fail") this.#fail(name);
    else this.results.skipped += 1;
    this.#lines = [];
  }

  #endFile(): void {
    const nowMs = performance.now();
    if (this.file) {
      const beforeS = this.results.seconds[this.file] ?? 0;
      this.results.seconds[this.file] = Math.round((beforeS + (nowMs - this.#fileStartedMs) / 1_000) * 10) / 10;
    }
    this.#fileStartedMs = nowMs;
  }

  #fail(name: string): void {
    this.results.failed += 1;
    const failure = { place: placeIn(this.#lines, this.file), name, text: shortened(this.#lines) };
    this.results.failures.push(failure);
    this.#onFailure(failure);
  }
}

/** The same with the line of a failed test's declaration where no line of its assertion is known. */
export function withLines(results: Results, reported: readonly ReportedTest[]): Results {
  const failures = results.failures.map((failure) => {
    if (/:\d+$/.test(failure.place)) return failure;
    const test = reported.find(({ file, names }) => file === failure.place && names.join(" > ") === failure.name);
    return test ? { ...failure, place: `${failure.place}:${test.line}` } : failure;
  });
  return { ...results, failures };
}

/** The file with the line of the first stack frame that is in it. */
function placeIn(lines: readonly string[], file: string): string {
  for (const line of lines) {
    const [, at] = /^\s+at .*?\(?([^\s(]+:\d+):\d+\)?$/.exec(line) ?? [];
    const [path = "", number] = at?.split(/:(?=\d+$)/) ?? [];
    if (file && path.endsWith(file)) return `${file}:${number}`;
  }
  return file;
}

/** The assertion in {@link ASSERTION_LINES_MAX} lines, its beginning and its end, and the last lines of the log before it. */
function shortened(lines: readonly string[]): string {
  const log = lines.filter((line) => LOG.test(line));
  const rest = lines.filter((line) => !LOG.test(line));
  const half = ASSERTION_LINES_MAX / 2;
  const cut = rest.length - ASSERTION_LINES_MAX + 1;
  const assertion = cut <= 1 ? rest : [...rest.slice(0, half), `... ${cut} lines ...`, ...rest.slice(-half + 1)];
  return [...assertion, ...log.slice(-LOG_LINES_MAX)].join("\n").trim();
}

/** How often a terminal that cannot be rewritten gets a line. */
const LINE_EVERY_MS = 15_000;
/** The share of the recorded seconds that must have passed before the rest is estimated. */
const SHARE_MIN = 0.03;

/**
 * The line that a person sees while tests run: how many files are done, how many tests failed, and how long it may still take, from
 * the seconds that each file took when they were recorded.
 */
export class Progress {
  readonly #seconds: ReadonlyMap<string, number>;
  readonly #startedMs = performance.now();
  readonly #done = new Set<string>();
  readonly #timer: ReturnType<typeof setInterval>;
  #failed = 0;

  /** @param seconds what each file takes */
  constructor(seconds: ReadonlyMap<string, number>) {
    this.#seconds = seconds;
    this.#timer = setInterval(() => this.#show(), process.stdout.isTTY ? 500 : LINE_EVERY_MS);
  }

  /** A file has ended. */
  done(file: string): void {
    this.#done.add(file);
  }

  /** A test has failed. */
  failed(place: string, name: string): void {
    this.#failed += 1;
    this.#clearLine();
    console.error(`failed: ${place}  ${name}`);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#clearLine();
  }

  #clearLine(): void {
    if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
  }

  #show(): void {
    const elapsedS = (performance.now() - this.#startedMs) / 1_000;
    const sum = (files: Iterable<string>) => [...files].reduce((all, file) => all + (this.#seconds.get(file) ?? 0), 0);
    const share = sum(this.#done) / sum(this.#seconds.keys());
    const left = share > SHARE_MIN ? `, about ${duration(elapsedS / share - elapsedS)} left` : "";
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : "";
    const line = `${duration(elapsedS)}: ${this.#done.size} of ${this.#seconds.size} files${failed}${left}`;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`);
    else console.info(line);
  }
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

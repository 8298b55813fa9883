import { isListening } from "../../dev/is-listening.ts";

const START_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 5;

/** A measured server. It can be started, killed and started again with the same command. */
export class ServerProcess {
  readonly #command: string[];
  readonly #port: number;
  readonly #logFile: string;
  #child: Bun.Subprocess | null = null;

  /** @param given.logFile receives its standard error */
  constructor(given: { command: string[]; port: number; logFile: string }) {
    this.#command = given.command;
    this.#port = given.port;
    this.#logFile = given.logFile;
  }

  get pid(): number {
    if (!this.#child) throw new Error("the server does not run");
    return this.#child.pid;
  }

  /**
   * Starts the server and waits until it listens.
   *
   * @returns the time of its first accepted connection, epoch ms
   * @throws Error with its standard error when it does not listen
   */
  async start(): Promise<number> {
    this.#child = Bun.spawn(this.#command, { stdio: ["ignore", "ignore", Bun.file(this.#logFile)] });
    const deadlineMs = Date.now() + START_TIMEOUT_MS;
    while (!(await isListening(this.#port))) {
      if (this.#child.exitCode !== null || Date.now() > deadlineMs) {
        throw new Error(`${this.#command.join(" ")} does not listen: ${await Bun.file(this.#logFile).text()}`);
      }
      await Bun.sleep(POLL_INTERVAL_MS);
    }
    return Date.now();
  }

  /** Kills it, as a crash does. */
  async kill(): Promise<void> {
    this.#child?.kill("SIGKILL");
    await this.#child?.exited;
    this.#child = null;
  }
}

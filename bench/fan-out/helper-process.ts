/** A program of the bench in a separate process: it responds once when it is ready, and then once to each order. */
export class HelperProcess<Order, Answer> {
  readonly #child: Bun.Subprocess;
  #answer: PromiseWithResolvers<Answer> = Promise.withResolvers();

  private constructor(command: string[]) {
    this.#child = Bun.spawn(command, {
      stdio: ["ignore", "inherit", "inherit"],
      // `answerOrders` sends this with the same type.
      ipc: (answer) => this.#answer.resolve(answer as Answer),
      onExit: (_, code) => this.#answer.reject(new Error(`${command[1]} ended with code ${code}`)),
    });
  }

  /** Starts a program and waits until it is ready. @param file the program @param args its arguments */
  static async start<Order, Answer>(file: string, args: string[] = []): Promise<HelperProcess<Order, Answer>> {
    const helper = new HelperProcess<Order, Answer>([process.execPath, file, ...args]);
    await helper.#answer.promise;
    return helper;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Sends an order and waits for its response. */
  send(order: Order): Promise<Answer> {
    this.#answer = Promise.withResolvers();
    this.#child.send(order);
    return this.#answer.promise;
  }

  /** Ends the process. */
  async stop(): Promise<void> {
    this.#answer.promise.catch(() => {});
    this.#child.kill();
    await this.#child.exited;
  }
}

/** The program's side: reports that it is ready and responds to each order. It exits when its parent does. */
export function answerOrders<Order, Answer>(answer: (order: Order) => Answer | Promise<Answer>): void {
  process.on("message", async (order) => {
    // Only `send` above sends to this process.
    process.send?.(await answer(order as Order));
  });
  process.once("disconnect", () => process.exit());
  process.send?.("ready");
}

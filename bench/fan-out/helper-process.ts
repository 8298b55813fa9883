/** A program of the bench in a process of its own: every order gets one answer, and one more comes when it is ready. */
export class HelperProcess<Order, Answer> {
  readonly #child: Bun.Subprocess;
  #answer: PromiseWithResolvers<Answer> = Promise.withResolvers();

  private constructor(command: string[]) {
    this.#child = Bun.spawn(command, {
      stdio: ["ignore", "inherit", "inherit"],
      // Its sender is `answerOrders` in the same type.
      ipc: (answer) => this.#answer.resolve(answer as Answer),
      onExit: (_, code) => this.#answer.reject(new Error(`${command[1]} ended with code ${code}`)),
    });
  }

  /** @param file the program, @param args what it is started with */
  static async start<Order, Answer>(file: string, args: string[] = []): Promise<HelperProcess<Order, Answer>> {
    const helper = new HelperProcess<Order, Answer>([process.execPath, file, ...args]);
    await helper.#answer.promise;
    return helper;
  }

  get pid(): number {
    return this.#child.pid;
  }

  ask(order: Order): Promise<Answer> {
    this.#answer = Promise.withResolvers();
    this.#child.send(order);
    return this.#answer.promise;
  }

  async stop(): Promise<void> {
    this.#answer.promise.catch(() => {});
    this.#child.kill();
    await this.#child.exited;
  }
}

/** The program's side: says that it is ready, and answers each order. It ends with whoever started it. */
export function answerOrders<Order, Answer>(answer: (order: Order) => Answer | Promise<Answer>): void {
  process.on("message", async (order) => {
    // Only `ask` above sends to this process.
    process.send?.(await answer(order as Order));
  });
  process.once("disconnect", () => process.exit());
  process.send?.("ready");
}

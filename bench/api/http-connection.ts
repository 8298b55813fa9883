import { connect, type Socket } from "node:net";

const HEAD_END = "\r\n\r\n";
const CHUNKS_END = "\r\n0\r\n\r\n";

/** @property body as latin1, and with its chunks' lengths when it is chunked */
type HttpAnswer = { status: number; body: string };

/** One connection that sends requests one after another. It reads of a response what tells where it ends. */
export class HttpConnection {
  readonly #socket: Socket;
  #received = "";
  #answer: PromiseWithResolvers<HttpAnswer> = Promise.withResolvers();

  private constructor(socket: Socket) {
    this.#socket = socket;
    // As latin1 one character is one byte, so that a content length is a number of characters.
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => this.#read(text));
    socket.on("error", (error) => this.#answer.reject(error));
    socket.on("close", () => this.#answer.reject(new Error("the server closed a connection")));
    this.#answer.promise.catch(() => {});
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("connect", () => resolve(new HttpConnection(socket))).once("error", reject);
    });
  }

  /** Sends a request. @returns the response, once it is received completely */
  send(request: string): Promise<HttpAnswer> {
    this.#answer = Promise.withResolvers();
    this.#socket.write(request);
    return this.#answer.promise;
  }

  close(): void {
    this.#answer.promise.catch(() => {});
    this.#socket.destroy();
  }

  #read(text: string): void {
    this.#received += text;
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const isWhole =
      length === undefined
        ? this.#received.endsWith(CHUNKS_END)
        : this.#received.length >= headEnd + HEAD_END.length + Number(length);
    if (!isWhole) return;
    const body = this.#received.slice(headEnd + HEAD_END.length);
    this.#received = "";
    this.#answer.resolve({ status: Number(head.slice(9, 12)), body });
  }
}

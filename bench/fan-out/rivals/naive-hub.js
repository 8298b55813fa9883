// workerd loads this file as it is, so it is plain JavaScript.
import { DurableObject } from "cloudflare:workers";

/**
 * The minimal Durable Object that forwards prices: every tick to every hibernatable socket at once, without any state
 * per client. It shows the time and memory that the runtime alone costs.
 */
export class NaiveHub extends DurableObject {
  #quotes = {};
  #seq = 0;
  #upstream = null;

  async fetch() {
    this.#upstream ??= this.#connect();
    const { 0: client, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    const snapshot = {
      type: "market-data",
      prices: this.#quotes,
      source: "simulated",
      seq: this.#seq,
      now: Date.now(),
    };
    socket.send(JSON.stringify(snapshot));
    return new Response(null, { status: 101, webSocket: client });
  }

  async #connect() {
    const { webSocket } = await fetch(this.env.SOURCE_URL, { headers: { Upgrade: "websocket" } });
    webSocket.accept();
    webSocket.addEventListener("message", ({ data }) => this.#receive(JSON.parse(data)));
  }

  #receive({ type, data }) {
    if (type !== "trade") return;
    for (const { s, p: price, t: at } of data) {
      const symbol = this.env.SYMBOLS[s];
      this.#quotes[symbol] = { price, at, dayOpen: price };
      this.#seq += 1;
      const frame = JSON.stringify({ type: "price_update", symbol, price, at, seq: this.#seq, now: Date.now() });
      for (const socket of this.ctx.getWebSockets()) socket.send(frame);
    }
  }
}

export default { fetch: (request, env) => env.HUB.getByName("hub").fetch(request) };

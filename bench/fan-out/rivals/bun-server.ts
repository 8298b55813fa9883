import { relayTicks } from "./relay-ticks.ts";
import { rivalPorts } from "./rival-ports.ts";

/** Bun's built-in publish: sends every tick to every client at once. */
const { port, sourcePort } = rivalPorts();
const server = Bun.serve({
  port,
  hostname: "127.0.0.1",
  fetch(request, server): Response | undefined {
    return server.upgrade(request) ? undefined : new Response("", { status: 426 });
  },
  websocket: {
    perMessageDeflate: false,
    open(socket) {
      socket.subscribe("prices");
      socket.send(snapshot());
    },
    message() {},
  },
});
const snapshot = relayTicks(sourcePort, (frame) => void server.publish("prices", frame));

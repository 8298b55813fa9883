import { WebSocketServer } from "ws";
import { relayTicks } from "./relay-ticks.ts";
import { rivalPorts } from "./rival-ports.ts";

/** Plain `ws` on Node: sends every tick to every client at once. */
const { port, sourcePort } = rivalPorts();
const server = new WebSocketServer({ port, host: "127.0.0.1", perMessageDeflate: false, backlog: 4_096 });
const snapshot = relayTicks(sourcePort, (frame) => {
  for (const client of server.clients) client.send(frame);
});
server.on("connection", (client) => client.send(snapshot()));

import { createServer } from "node:http";
import { Server } from "socket.io";
import { relayTicks } from "./relay-ticks.ts";
import { rivalPorts } from "./rival-ports.ts";

/** Socket.IO on Node with both transports: sends every tick to every client at once. */
const { port, sourcePort } = rivalPorts();
const http = createServer();
const server = new Server(http, { perMessageDeflate: false, httpCompression: false });
const snapshot = relayTicks(sourcePort, (frame) => server.emit("prices", JSON.parse(frame)));
server.on("connection", (client) => client.emit("prices", JSON.parse(snapshot())));
http.listen({ port, host: "127.0.0.1", backlog: 4_096 });

import { type IncomingMessage, request } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { brotliCompressSync, constants } from "node:zlib";

/**
 * Does for a local Worker what the platform's edge does in production: HTTP/2 over TLS, and brotli. Without it a browser
 * would load the pages uncompressed, over at most six connections. Node runs this file (`first-load.ts`), as Bun's HTTP/2
 * server passes no WebSockets on. The process ends when its standard input closes.
 */

type EdgeOptions = { port: number; workerPort: number; key: string; cert: string };

// `first-load.ts` writes this argument.
const { port, workerPort, key, cert } = JSON.parse(process.argv[2] ?? "{}") as EdgeOptions;

/** Source: developers.cloudflare.com/speed/optimization/content/compression, the types that the product has. */
const COMPRESSED = /^(?:text\/|application\/(?:json|javascript)|image\/svg)/;

const compressed = new Map<string, Buffer>();

function compress(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
}

/** Hashed files are compressed once, as the edge caches them. */
function compressOnce(path: string, body: Buffer): Buffer {
  const known = compressed.get(path) ?? compress(body);
  if (path.startsWith("/assets/")) compressed.set(path, known);
  return known;
}

async function bodyOf(reply: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of reply) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Headers without those of HTTP/2 itself, and of a connection. */
function plainHeaders(headers: Http2ServerRequest["headers"] | IncomingMessage["headers"]) {
  const isPlain = (name: string) =>
    !name.startsWith(":") && !/^(connection|keep-alive|transfer-encoding|host)$/.test(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isPlain(name)));
}

const server = createSecureServer({ key, cert, allowHTTP1: true }, (asked, answer) => void pass(asked, answer));

async function pass(asked: Http2ServerRequest, answer: Http2ServerResponse): Promise<void> {
  const headers = { ...plainHeaders(asked.headers), host: `localhost:${workerPort}`, "accept-encoding": "identity" };
  const onward = request({ host: "127.0.0.1", port: workerPort, method: asked.method, path: asked.url, headers });
  asked.pipe(onward);
  onward.on("error", () => answer.stream?.close());
  onward.on("response", async (reply) => {
    const body = await bodyOf(reply);
    const { "content-length": _, ...plain } = plainHeaders(reply.headers);
    const isText = body.length > 0 && COMPRESSED.test(reply.headers["content-type"] ?? "");
    const sent = isText ? compressOnce(asked.url, body) : body;
    answer.writeHead(reply.statusCode ?? 502, { ...plain, ...(isText ? { "content-encoding": "br" } : {}) });
    answer.end(sent);
  });
}

// The browser opens WebSockets over HTTP/1.1.
server.on("upgrade", (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
  const onward = connect(workerPort, "127.0.0.1", () => {
    const headers = { ...asked.headers, host: `localhost:${workerPort}`, origin: `http://localhost:${workerPort}` };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  onward.on("error", () => socket.destroy());
  socket.on("error", () => onward.destroy());
});

server.listen(port, "127.0.0.1", () => console.info("ready"));
process.stdin.once("close", () => process.exit()).resume();

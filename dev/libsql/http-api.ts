import { z } from "zod";
import { type HranaVersion, type PipelineAnswer, pipelineSchema, type StreamResult } from "./hrana-protocol.ts";
import type { Outage } from "./outage.ts";
import { ProtocolError } from "./sql-error.ts";
import { StreamExpired, type StreamRegistry } from "./stream-registry.ts";

/** The database behind the HTTP interface. */
export interface HttpApi {
  streams: StreamRegistry;
  outage: Outage;
  /** Required as `Authorization: Bearer` when set. */
  authToken: string | undefined;
}

/** Responds to one HTTP request. A client error gets status 400 with plain text, as on the hosted server. */
export async function answerRequest(request: Request, { streams, outage, authToken }: HttpApi): Promise<Response> {
  const route = `${request.method} ${new URL(request.url).pathname}`;
  if (route === "POST /outage") return answerJson(request, (command) => setOutage(outage, command));

  const failure = await outage.answer();
  if (failure) return failure;
  if (route === "GET /health") return plainText(200, "ok");
  if (authToken !== undefined && request.headers.get("authorization") !== `Bearer ${authToken}`) {
    return json(401, { error: "Authentication failed" });
  }
  switch (route) {
    case "GET /v2":
    case "GET /v3":
      return plainText(200, "Hrana over HTTP");
    case "POST /v2/pipeline":
      return answerJson(request, (body) => runPipeline(streams, body, 2));
    case "POST /v3/pipeline":
      return answerJson(request, (body) => runPipeline(streams, body, 3));
    default:
      return plainText(404, "Not found");
  }
}

async function runPipeline(streams: StreamRegistry, body: unknown, version: HranaVersion): Promise<PipelineAnswer> {
  const { baton, requests } = pipelineSchema.parse(body);
  const { id, stream } = streams.take(baton ?? null);
  try {
    const results: StreamResult[] = [];
    for (const request of requests) results.push(await stream.handle(request, version));
    return { baton: streams.giveBack(id, stream), base_url: null, results };
  } catch (error) {
    stream.close();
    streams.giveBack(id, stream);
    throw error;
  }
}

function setOutage(outage: Outage, command: unknown): object {
  outage.set(command);
  return {};
}

async function answerJson(request: Request, answer: (body: unknown) => object | Promise<object>): Promise<Response> {
  // A page of another site can send a form or plain text to this port without a CORS preflight, but not JSON.
  if (request.headers.get("content-type")?.split(";")[0]?.trim() !== "application/json") {
    return plainText(415, "The body must be sent as application/json");
  }
  try {
    return json(200, await answer(await request.json()));
  } catch (error) {
    if (error instanceof StreamExpired) return json(400, { message: error.message, code: error.code });
    if (error instanceof ProtocolError) return plainText(400, error.message);
    if (error instanceof SyntaxError) return plainText(400, `Could not parse the JSON body: ${error.message}`);
    if (error instanceof z.ZodError) return plainText(400, `Could not read the body: ${z.prettifyError(error)}`);
    throw error;
  }
}

// Hrana clients compare the content type exactly, so it must not contain a charset.
function json(status: number, body: object): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

function plainText(status: number, body: string): Response {
  return new Response(body, { status, headers: { "content-type": "text/plain" } });
}

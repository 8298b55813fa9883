import { type ClientResponse, hc, type InferResponseType } from "hono/client";
import type { AppType } from "../../worker/app.ts";
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from "../../worker/contract/errors.ts";
import { noteLost, noteReached } from "./connection.ts";

/** A request that has no answer after this long counts as lost, */
const ANSWER_TIMEOUT_MS = 20_000;
/** and one that sends an image has this much longer for each of its bytes, which is 8 kB a second. */
const SLOW_LINK_MS_PER_BYTE = 1 / 8;

/** The API said no. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** The input that was bad, by its name in the request. */
  readonly field: string | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterS: number | undefined;
  /** What the API's log calls the request by. */
  readonly requestId: string;

  constructor(status: number, body: Omit<ErrorBody, "success">, retryAfterS?: number) {
    super(body.message);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code;
    this.field = body.field;
    this.retryAfterS = retryAfterS;
    this.requestId = body.requestId;
  }
}

/** No answer came: the network, or the API behind it, is away. What was asked may or may not have been done. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("The API cannot be reached", { cause });
    this.name = "NetworkError";
  }
}

/** Whether an act may have happened although its call failed: no answer came, or one that says nothing about it. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

/** What support finds a failed call by; null where no answer came. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}

/** The API, typed by the Worker's own routes: `api.auth.login.$post({ json })`, unwrapped by {@link answer}. */
export const api = hc<AppType>("/", { fetch: fetchOrExplain, init: { credentials: "same-origin" } }).api;

/** The signed-in person, as the API shows them. */
export type User = InferResponseType<typeof api.auth.check.$get>["user"];

/**
 * The body of a successful answer.
 * @throws ApiError when the API refuses, NetworkError when no answer comes
 */
export async function answer<T>(request: Promise<ClientResponse<T, number, "json">>): Promise<T> {
  const reply = await request;
  try {
    return await reply.json();
  } catch (error) {
    // The connection broke, or the time was over, in the middle of the body.
    noteLost();
    throw new NetworkError(error);
  }
}

let whenNotSignedIn = () => {};

/** Sets what happens when a call finds out that the API no longer knows who is calling. */
export function onNotSignedIn(listener: () => void): void {
  whenNotSignedIn = listener;
}

/** In memory only: a page that is left takes it along. */
let bearerToken: string | null = null;

/** Keeps the token that log-in and the auth check hand out; null forgets it. */
export function setBearerToken(token: string | null): void {
  bearerToken = token;
}

/** For the calls that take the bearer token, and for no other. */
export function bearerHeaders(): Record<string, string> {
  return bearerToken === null ? {} : { Authorization: `Bearer ${bearerToken}` };
}

/**
 * Asks for a file, whose body may take as long as it takes.
 * @param signal gives it up
 * @throws ApiError when the API refuses, NetworkError when no answer comes
 */
export function fetchFile(path: string, signal: AbortSignal): Promise<Response> {
  return fetchOrExplain(path, { credentials: "same-origin", signal });
}

async function fetchOrExplain(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let reply: Response;
  try {
    const timeout = () => AbortSignal.timeout(ANSWER_TIMEOUT_MS + bytesOf(init?.body) * SLOW_LINK_MS_PER_BYTE);
    const signal = init?.signal ?? timeout();
    reply = await fetch(new URL(String(input), location.origin), { ...init, signal });
  } catch (error) {
    // Whoever gave it up has lost nothing.
    if (!init?.signal?.aborted) noteLost();
    throw new NetworkError(error);
  }
  const refusal = reply.ok ? null : await refusalOf(reply);
  // Where the answer is no envelope, something in front of the API made it; a database that is down is as good as away.
  if (!reply.ok && (refusal === null || refusal.code === "service_down")) noteLost();
  else noteReached();
  if (refusal?.code === "not_signed_in") whenNotSignedIn();
  if (refusal) throw refusal;
  if (!reply.ok) throw new NetworkError(`status ${reply.status} without an envelope`);
  return reply;
}

/** About how much a body is: JSON is nearly all ASCII, and of a form only the files count. */
function bytesOf(body: BodyInit | null | undefined): number {
  if (typeof body === "string") return body.length;
  if (!(body instanceof FormData)) return 0;
  // The Worker's types, which stand beside the browser's here, know texts alone.
  const parts: readonly unknown[] = [...body.values()];
  return parts.reduce<number>((sum, part) => sum + (part instanceof Blob ? part.size : 0), 0);
}

async function refusalOf(reply: Response): Promise<ApiError | null> {
  const body: unknown = await reply.json().catch(() => null);
  if (!isErrorBody(body)) return null;
  const retryAfterS = Number(reply.headers.get("Retry-After"));
  return new ApiError(reply.status, body, retryAfterS > 0 ? retryAfterS : undefined);
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null) return false;
  if (!("code" in body) || !("message" in body) || !("requestId" in body)) return false;
  const { code, message, requestId } = body;
  if (typeof message !== "string" || typeof requestId !== "string") return false;
  return typeof code === "string" && Object.hasOwn(ERROR_STATUS, code);
}

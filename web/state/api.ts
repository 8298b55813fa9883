import { type ClientResponse, hc, type InferResponseType } from "hono/client";
import type { AppType } from "../../worker/app.ts";
import { type CodeRefusal, ERROR_STATUS, type ErrorBody, type ErrorCode } from "../../worker/contract/errors.ts";
import type { Challenge } from "../../worker/contract/proof-of-work.ts";
import { formatAge } from "../ui/format.ts";
import { apiText } from "./api-text.ts";
import { BUILD_LANGUAGE } from "./build-language.ts";
import { noteLost, noteReached } from "./network/connection.ts";
import { takePreload } from "./network/preloads.ts";

/** Timeout of a request, in ms. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Additional timeout of a request with an image, for each byte: a rate of 8 kB per second. */
const SLOW_LINK_MS_PER_BYTE = 1 / 8;

/** A refusal by the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** The rejected input, by its name in the request. */
  readonly field: string | undefined;
  /** How many more times the mailed code may be tried. */
  readonly triesLeft: number | undefined;
  /** Why the code of an authenticator was refused. */
  readonly reason: CodeRefusal | undefined;
  /** The task to solve before the same is sent again. */
  readonly challenge: Challenge | undefined;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterS: number | undefined;
  /** The id of the request in the API's log. */
  readonly requestId: string;

  constructor(status: number, body: Omit<ErrorBody, "success">, retryAfterS?: number) {
    super(body.message);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code;
    this.field = body.field;
    this.triesLeft = body.triesLeft;
    this.reason = body.reason;
    this.challenge = body.challenge;
    this.retryAfterS = retryAfterS;
    this.requestId = body.requestId;
  }

  /** The same refusal in other words, which say more. */
  saying(message: string): ApiError {
    this.message = message;
    return this;
  }
}

/** No response: the network or the API is unreachable. The request may or may not have been executed. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("The API cannot be reached", { cause });
    this.name = "NetworkError";
  }
}

/** Whether a failed call may have been executed: no response, or a server error. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500;
}

/**
 * Whether something may have been done whose request failed: no answer came, or a server error.
 * @param wasUnanswered whether it may have been done before, by an earlier request with its key
 */
export function mayBeDone(error: unknown, wasUnanswered: boolean): boolean {
  const code = error instanceof ApiError && error.code;
  // These refuse a request before it is read or carried out, and so say nothing about an earlier one.
  const isUnread = code === "not_signed_in" || code === "too_many_requests" || code === "paused";
  return isUnread ? wasUnanswered : isOutcomeUnknown(error);
}

/** The request id for support; null without a response. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof ApiError ? error.requestId : null;
}

/** The API client, typed by the Worker's routes: `api.auth.login.$post({ json })`, unwrapped by {@link answer}. */
export const api = hc<AppType>("/", { fetch: fetchInTime, init: { credentials: "same-origin" } }).api;

/** The signed-in person, as the API returns them. */
export type User = InferResponseType<typeof api.auth.check.$get>["user"];

/**
 * Unwraps the body of a successful response.
 * @throws ApiError when the API refuses, NetworkError without a response
 */
export async function answer<T>(request: Promise<ClientResponse<T, number, "json">>): Promise<T> {
  const reply = await request;
  try {
    return await reply.json();
  } catch (error) {
    // The connection broke or timed out during the body, unless the caller has aborted it.
    if (!isAbort(error)) noteLost();
    throw new NetworkError(error);
  }
}

let whenNotSignedIn = () => {};

/** Sets the listener for a call that finds the session ended. */
export function onNotSignedIn(listener: () => void): void {
  whenNotSignedIn = listener;
}

/** In memory only: it is gone when the page is left. */
let bearerToken: string | null = null;

/** Keeps the bearer token of a log-in or session check; null removes it. */
export function setBearerToken(token: string | null): void {
  bearerToken = token;
}

/** Authorization header, only for the calls that take the bearer token. */
export function bearerHeaders(): Record<string, string> {
  return bearerToken === null ? {} : { Authorization: `Bearer ${bearerToken}` };
}

/**
 * Requests a file, without a timeout for its body.
 * @param signal aborts the request
 * @param init for a request that is no GET
 * @throws ApiError when the API refuses, NetworkError without a response
 */
export function fetchFile(path: string, signal: AbortSignal, init?: RequestInit): Promise<Response> {
  return fetchOrExplain(path, { ...init, credentials: "same-origin", signal });
}

function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS + bytesOf(init?.body) * SLOW_LINK_MS_PER_BYTE);
  return fetchOrExplain(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
}

async function fetchOrExplain(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  let reply: Response;
  try {
    const url = new URL(String(input), location.origin);
    reply = await (takePreload(url, init) ?? fetch(url, inBuildLanguage(init)));
  } catch (error) {
    if (!isAbort(error)) noteLost();
    throw new NetworkError(error);
  }
  const refusal = reply.ok ? null : await refusalOf(reply);
  // A response without the envelope comes from a proxy in front of the API; a database outage counts as unreachable,
  // too.
  if (!reply.ok && (refusal === null || refusal.code === "service_down")) noteLost();
  else noteReached();
  if (refusal?.code === "not_signed_in") whenNotSignedIn();
  if (refusal) throw refusal;
  if (!reply.ok) throw new NetworkError(`status ${reply.status} without an envelope`);
  return reply;
}

/** Refusals come in the language of the page, whatever the browser's own languages are. */
function inBuildLanguage(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  headers.set("Accept-Language", BUILD_LANGUAGE);
  return { ...init, headers };
}

/** Whether a request failed because its caller aborted it. */
export function wasAborted(error: unknown): boolean {
  return isAbort(error instanceof NetworkError ? error.cause : error);
}

/** Whether the caller has aborted the request, which says nothing about the connection. A timeout has another name. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** Approximate size of a body in bytes: JSON is nearly all ASCII, and only the files of a form count. */
function bytesOf(body: BodyInit | null | undefined): number {
  if (typeof body === "string") return body.length;
  if (!(body instanceof FormData)) return 0;
  // The Worker's types, which are loaded beside the browser's here, only know strings.
  const parts: readonly unknown[] = [...body.values()];
  return parts.reduce<number>((sum, part) => sum + (part instanceof Blob ? part.size : 0), 0);
}

async function refusalOf(reply: Response): Promise<ApiError | null> {
  const body: unknown = await reply.json().catch((error: unknown) => {
    if (isAbort(error)) throw new NetworkError(error);
    return null;
  });
  if (!isErrorBody(body)) return null;
  const retryAfterS = Number(reply.headers.get("Retry-After"));
  const refusal = new ApiError(reply.status, body, retryAfterS > 0 ? retryAfterS : undefined);
  const isLimit = refusal.code === "too_many_requests" && refusal.retryAfterS !== undefined;
  return isLimit ? refusal.saying(apiText.tooManyRequests(waitWords(retryAfterS))) : refusal;
}

/** A wait in one unit, rounded up: what is tried then is not too early. */
function waitWords(seconds: number): string {
  return formatAge(seconds < 60 ? seconds * 1_000 : Math.ceil(seconds / 60) * 60_000);
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null) return false;
  if (!("code" in body) || !("message" in body) || !("requestId" in body)) return false;
  const { code, message, requestId } = body;
  if (typeof message !== "string" || typeof requestId !== "string") return false;
  return typeof code === "string" && Object.hasOwn(ERROR_STATUS, code);
}

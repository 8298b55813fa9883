import { askBakong } from "../../worker/deposits/bakong.ts";
import { settingsSchema } from "../../worker/platform/env.ts";
import { listedPriceSources } from "../../worker/platform/price-source-settings.ts";
import { settingsOf } from "./settings-step.ts";
import type { Finding, Setup, Step } from "./setup-context.ts";

const TIMEOUT_MS = 10_000;

/** `refused`: the service does not accept the credentials. `unsure`: it did not say, which need not be their fault. */
type Answer = { service: string; kind: "accepted" | "refused" | "unsure"; text: string };

/**
 * Calls each outside service with the settings, without sending a mail, paying or registering anything. A refused credential stops the
 * set-up. A service that does not answer this machine is only mentioned: the Worker calls it from elsewhere.
 */
export const servicesStep: Step = {
  title: "Mail, payment network, prices, Google",
  async look(setup): Promise<Finding> {
    const { MAIL_API_URL, BAKONG_API_URL } = settingsOf(setup, "product");
    if (!MAIL_API_URL || !BAKONG_API_URL) return { state: "blocked", what: "come after the settings", help: [] };
    const checked = await Promise.all([checkMail(setup), checkBakong(setup), checkFinnhub(setup), checkGoogle(setup)]);
    const answers = checked.filter((each) => each !== null);
    const refused = answers.filter(({ kind }) => kind === "refused").map(({ service, text }) => `${service}: ${text}`);
    if (refused.length > 0) return { state: "blocked", what: "credentials are refused", help: refused };
    const accepted = answers.filter(({ kind }) => kind === "accepted").map(({ service }) => service);
    const notes = answers.filter(({ kind }) => kind === "unsure").map(({ service, text }) => `${service}: ${text}`);
    return {
      state: "done",
      what: accepted.length > 0 ? `${accepted.join(", ")} accepted` : "nothing could be checked",
      notes,
    };
  },
};

/** A mail without recipient and text is refused as incomplete by a service that accepts the key. Source: Resend's errors */
async function checkMail(setup: Setup): Promise<Answer> {
  const { MAIL_API_URL = "", MAIL_API_KEY = "" } = settingsOf(setup, "product");
  const headers = { Authorization: `Bearer ${MAIL_API_KEY}`, "Content-Type": "application/json" };
  const status = await statusOf(new URL("/emails", MAIL_API_URL), { method: "POST", headers, body: "{}" });
  const service = "mail";
  if (status === 401 || status === 403) return { service, kind: "refused", text: "MAIL_API_KEY is not accepted" };
  if (status === 422 || status === 400) return { service, kind: "accepted", text: "" };
  return { service, kind: "unsure", text: `${MAIL_API_URL} ${said(status)}` };
}

async function checkBakong(setup: Setup): Promise<Answer> {
  const { BAKONG_API_URL = "", BAKONG_TOKEN = "" } = settingsOf(setup, "product");
  const unknownMd5 = new Bun.CryptoHasher("md5").update(crypto.randomUUID()).digest("hex");
  const answer = await askBakong({ url: BAKONG_API_URL, token: BAKONG_TOKEN }, unknownMd5);
  const service = "payment network";
  if (answer.kind === "unpaid") return { service, kind: "accepted", text: "" };
  if (answer.kind === "unknown" && answer.isTokenRefused) {
    return { service, kind: "refused", text: "BAKONG_TOKEN is not accepted; it lasts 90 days and belongs to one host" };
  }
  const reason = answer.kind === "unknown" ? answer.reason : answer.kind;
  return {
    service,
    kind: "unsure",
    text: `${BAKONG_API_URL} said "${reason}". It answers addresses in Cambodia only; the Worker needs a relay there (docs/deploy.md)`,
  };
}

/** Null where prices do not come from Finnhub. */
async function checkFinnhub(setup: Setup): Promise<Answer | null> {
  const settings = settingsSchema.safeParse(settingsOf(setup, "product"));
  if (!settings.success || !listedPriceSources(settings.data).includes("finnhub")) return null;
  const { PRICE_SOURCE_URL, PRICE_SOURCE_KEY } = settings.data;
  const url = new URL("/api/v1/crypto/candle", PRICE_SOURCE_URL);
  const to = Math.floor(Date.now() / 1000);
  const query = { symbol: "BINANCE:BTCUSDT", resolution: "1", from: String(to - 600), to: String(to) };
  url.search = new URLSearchParams({ ...query, token: PRICE_SOURCE_KEY }).toString();
  const status = await statusOf(url);
  const service = "Finnhub";
  if (status === 401) return { service, kind: "refused", text: "PRICE_SOURCE_KEY is not accepted" };
  if (status === 200) return { service, kind: "accepted", text: "" };
  if (status === 403)
    return { service, kind: "unsure", text: "the plan has no candles: charts begin when the feed does" };
  return { service, kind: "unsure", text: `${PRICE_SOURCE_URL} ${said(status)}` };
}

/** Null while signing in with Google is off. Whether the secret is right, only a sign-in tells. */
async function checkGoogle(setup: Setup): Promise<Answer | null> {
  const { GOOGLE_CLIENT_ID = "", GOOGLE_KEYS_URL = "", APP_ORIGIN = "" } = settingsOf(setup, "product");
  if (GOOGLE_CLIENT_ID === "") return null;
  const status = await statusOf(new URL(GOOGLE_KEYS_URL));
  const text =
    status === 200 ? `try a sign-in; its redirect address is ${APP_ORIGIN}/api/auth/google/callback` : said(status);
  return { service: "Google", kind: "unsure", text };
}

/** The status of an answer, or null without one. */
async function statusOf(url: URL, init: RequestInit = {}): Promise<number | null> {
  try {
    const reply = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    return reply.status;
  } catch {
    return null;
  }
}

function said(status: number | null): string {
  return status === null ? "did not answer this machine" : `answered with status ${status}`;
}

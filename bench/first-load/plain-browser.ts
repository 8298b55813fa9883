import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "../../web/test/find-chromium.ts";
import { LANGUAGE_DEFAULT } from "../../worker/contract/languages.ts";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import type { SlowPageOptions } from "../slow-page.ts";

/**
 * A headless Chromium that is spoken to without a library. A library of tests attaches the debugger's runtime to each page: V8 then
 * parses a script once more for the stack of each request and task that begins in it, which took 100 to 350 ms of a slowed
 * processor, and which no visitor has.
 */
export type PlainBrowser = {
  openPage(options: SlowPageOptions): Promise<PlainPage>;
  close(): Promise<void>;
};

/** A page of a browser context of its own. */
export type PlainPage = {
  /** Runs a function before each document's own scripts. It sees nothing of its surroundings. */
  runFirst<A>(run: (argument: A) => void, argument: A): Promise<void>;
  goTo(url: string): Promise<void>;
  /** The value of an expression, or null while there is none. */
  read<T>(expression: string): Promise<T | null>;
  onNetwork(listener: NetworkListener): void;
  close(): Promise<void>;
};

/** The events of the network that a page's load is made of. Times are seconds. Source: chromedevtools.github.io/devtools-protocol, Network. */
export type NetworkEvent =
  | {
      method: "Network.requestWillBeSent";
      params: {
        requestId: string;
        timestamp: number;
        type?: string;
        request: { url: string; initialPriority: string };
      };
    }
  | { method: "Network.loadingFinished"; params: { requestId: string; timestamp: number; encodedDataLength: number } };
type NetworkListener = (event: NetworkEvent) => void;

type Message = {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
};

/** @throws Error when there is no Chromium, or it does not answer */
export async function launchPlainBrowser(): Promise<PlainBrowser> {
  const executable = findChromium();
  if (!executable) throw new Error("no Chromium found: install chromium, or set CHROMIUM_PATH");
  const profile = mkdtempSync(join(tmpdir(), "plain-browser-"));
  const child = Bun.spawn(
    [
      executable,
      "--headless",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--ignore-certificate-errors",
      "--disable-background-networking",
      "--disable-component-update",
    ],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, TZ: DEFAULT_TIME_ZONE } },
  );
  const devtools = await connect(await addressOf(child.stderr));
  const { userAgent } = await devtools.send<{ userAgent: string }>("Browser.getVersion");
  return {
    openPage: (options) => openPage(devtools, options, userAgent),
    close: async () => {
      // Debian's command is a shell script: a signal would end that, and leave the browser running.
      await devtools.send("Browser.close");
      devtools.close();
      await child.exited;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The address of its protocol, which the browser prints when it listens. */
async function addressOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of stderr) {
    text += decoder.decode(piece, { stream: true });
    const address = /DevTools listening on (\S+)/.exec(text)?.[1];
    if (address) return address;
  }
  throw new Error(`Chromium did not start: ${text}`);
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, NetworkListener>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const message: Message = JSON.parse(String(data));
    if (message.id === undefined) {
      // The pages enable events of the network alone, and look at the method.
      if (message.sessionId !== undefined) listeners.get(message.sessionId)?.(message as NetworkEvent);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) call?.reject(new Error(message.error.message));
    else call?.resolve(message.result);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no connection to ${address}`));
  });
  return {
    /** The protocol says what each method answers. */
    send: <T = unknown>(method: string, params: object = {}, sessionId?: string) =>
      new Promise<T>((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve: (result) => resolve(result as T), reject });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
      }),
    listen: (sessionId: string, listener: NetworkListener) => listeners.set(sessionId, listener),
    close: () => socket.close(),
  };
}

async function openPage(
  devtools: Awaited<ReturnType<typeof connect>>,
  { token, viewport, url, language = LANGUAGE_DEFAULT, timeZone, ...conditions }: SlowPageOptions,
  userAgent: string,
): Promise<PlainPage> {
  const { browserContextId } = await devtools.send<{ browserContextId: string }>("Target.createBrowserContext");
  if (token) {
    const cookies = [{ name: "session", value: token, url: new URL(url).origin }];
    await devtools.send("Storage.setCookies", { browserContextId, cookies });
  }
  const { targetId } = await devtools.send<{ targetId: string }>("Target.createTarget", {
    url: "about:blank",
    browserContextId,
  });
  const { sessionId } = await devtools.send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const send = <T = unknown>(method: string, params: object = {}) => devtools.send<T>(method, params, sessionId);
  const isPhone = viewport.width < 600;
  await send("Page.enable");
  await send("Network.enable");
  await send("Network.emulateNetworkConditions", {
    offline: false,
    latency: conditions.latencyMs,
    downloadThroughput: conditions.bytesPerS,
    uploadThroughput: conditions.bytesPerS,
  });
  await send("Emulation.setDeviceMetricsOverride", { ...viewport, deviceScaleFactor: 1, mobile: false });
  await send("Emulation.setTouchEmulationEnabled", { enabled: isPhone });
  await send("Emulation.setUserAgentOverride", { userAgent, acceptLanguage: language });
  if (timeZone !== undefined) await send("Emulation.setTimezoneOverride", { timezoneId: timeZone });
  await send("Emulation.setCPUThrottlingRate", { rate: conditions.slowdown });
  return {
    runFirst: async (run, argument) => {
      await send("Page.addScriptToEvaluateOnNewDocument", { source: `(${run})(${JSON.stringify(argument)})` });
    },
    goTo: async (to) => {
      await send("Page.navigate", { url: to });
    },
    read: async <T>(expression: string) => {
      const { result } = await send<{ result: { value?: T } }>("Runtime.evaluate", { expression, returnByValue: true });
      return result.value ?? null;
    },
    onNetwork: (listener) => devtools.listen(sessionId, listener),
    close: async () => {
      await devtools.send("Target.disposeBrowserContext", { browserContextId });
    },
  };
}

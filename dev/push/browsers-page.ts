import { mountOutagePanel } from "../stand-in/outage-panel.ts";
import { callControl, element, part } from "../stand-in/page-parts.ts";
import type { Message } from "./push-book.ts";
import type { BrowserAnswer } from "./server.ts";

/** Pause before the page retries when the stand-in does not respond. */
const RETRY_MS = 2_000;

/** The effect of each failure on a push. */
const FAILURES = {
  slow: "Answers after 3 seconds",
  hang: "Never answers",
  lost: "Takes the push and never answers",
  html: "Answers a web page",
  redirect: "Redirects every push",
  "400": "Bad request (400)",
  "403": "Refuses the sender (403)",
  "404": "Knows no such browser (404)",
  "410": "The browser has ended it (410)",
  "413": "Too large (413)",
  "429": "Too many requests (429)",
  "500": "Fails (500)",
  "503": "Unavailable (503)",
};

const STATES: Record<Message["state"], string> = {
  waiting: "Waits for the browser",
  delivered: "Delivered",
  replaced: "Replaced by a later one",
  expired: "Lost: its time was over",
};

let browsers: BrowserAnswer[] = [];
let messages: Message[] = [];
/** The browser whose pushes alone are shown. */
let chosen: string | null = null;
/** Browsers whose lines for the console are open. */
const opened = new Set<string>();

/** Runs an act of the page, shows why it failed, and reads everything again. */
async function act(change: () => Promise<unknown>): Promise<void> {
  const error = part("error", HTMLElement);
  error.textContent = "";
  try {
    await change();
    await readAll();
  } catch (failure) {
    error.textContent = failure instanceof Error ? failure.message : String(failure);
  }
}

function actButton(label: string, change: () => Promise<unknown>): HTMLButtonElement {
  const button = element("button", "", label);
  button.type = "button";
  button.addEventListener("click", () => void act(change));
  return button;
}

/** Tells the product of a browser, as a page does that has subscribed it. */
function consoleLines({ endpoint, keys }: BrowserAnswer): string {
  const body = JSON.stringify({ endpoint, keys });
  return `await fetch("/api/notifications/push", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: ${JSON.stringify(body)},
})`;
}

function browserItem(browser: BrowserAnswer): HTMLLIElement {
  const { id, name, endedAt, isOffline, requests, createdAt } = browser;
  const title = element("button", "name", name);
  title.type = "button";
  title.addEventListener("click", () => {
    chosen = id;
    show();
  });
  const state = endedAt ? "Ended" : isOffline ? "Off line" : "On line";
  const calls = Object.entries(requests).map(([status, count]) => `${count} × ${status}`);
  const facts = [state, `since ${new Date(createdAt).toLocaleString()}`, calls.join(", ") || "not called yet"];
  const item = element("li", "browser", title, element("small", "", facts.join(" · ")));
  item.setAttribute("aria-current", String(id === chosen));
  if (endedAt) return item;

  const lines = element(
    "details",
    "",
    element("summary", "", "Lines for the console"),
    element("pre", "", consoleLines(browser)),
  );
  lines.open = opened.has(id);
  lines.addEventListener("toggle", () => (lines.open ? opened.add(id) : opened.delete(id)));
  item.append(
    element(
      "div",
      "acts",
      actButton(isOffline ? "Go on line" : "Go off line", () =>
        callControl(`/subscriptions/${id}`, { isOffline: !isOffline }),
      ),
      actButton("End", () => fetch(`/subscriptions/${id}`, { method: "DELETE" })),
    ),
    failureChoice(id),
    lines,
  );
  return item;
}

/** The failure of one browser. */
function failureChoice(id: string): HTMLLabelElement {
  const select = element("select", "");
  for (const [mode, effect] of Object.entries({ off: "Works normally", ...FAILURES }))
    select.add(new Option(effect, mode));
  void callControl<{ mode: string }>(`/subscriptions/${id}/outage`).then(({ mode }) => {
    select.value = mode;
  });
  select.addEventListener(
    "change",
    () => void act(() => callControl(`/subscriptions/${id}/outage`, { mode: select.value })),
  );
  return element("label", "", "Pushes to it", select);
}

/** The content of a push of the product; another content is shown as it is. */
function contentOf(text: string): { title: string; body: string; path: string; tag: string } | null {
  try {
    const { title, body, path, tag } = JSON.parse(text);
    return [title, body, path, tag].every((value) => typeof value === "string") ? { title, body, path, tag } : null;
  } catch {
    return null;
  }
}

function pushItem(message: Message): HTMLLIElement {
  const { text, fault, state, topic, urgency, ttlS, bytes, at } = message;
  const content = text === null ? null : contentOf(text);
  const name = browsers.find(({ id }) => id === message.subscription)?.name ?? "A browser of before";
  const terms = [
    name,
    `${urgency} urgency`,
    `${ttlS} s to live`,
    topic ? `topic ${topic}` : "no topic",
    `${bytes} bytes`,
  ];
  const details = element(
    "div",
    "",
    ...(content
      ? [
          element("h3", "", content.title),
          element("p", "", content.body),
          element("small", "", `Opens ${content.path} · tag ${content.tag}`),
        ]
      : [fault === null ? element("pre", "", text ?? "") : element("p", "fault", `Not decrypted: ${fault}`)]),
    element("small", "", terms.join(" · ")),
    element("small", state === "delivered" ? "" : "lost", `${STATES[state]} · ${new Date(at).toLocaleTimeString()}`),
  );
  const shown = actButton("Say that it was shown", async () => {
    const { status } = await callControl<{ status: number }>(`/messages/${message.id}/shown`, {});
    if (status === 0) throw new Error("The product did not answer");
    if (status !== 200) throw new Error(`The product answered the receipt with ${status}`);
    shown.textContent = "The product knows";
    shown.disabled = true;
  });
  return element("li", "push", details, ...(content && state === "delivered" ? [shown] : []));
}

function show(): void {
  part("browsers", HTMLUListElement).replaceChildren(...browsers.map(browserItem));
  part("no-browsers", HTMLElement).hidden = browsers.length > 0;
  const listed = messages.filter(({ subscription }) => chosen === null || subscription === chosen);
  part("pushes", HTMLOListElement).replaceChildren(...listed.map(pushItem));
  part("empty", HTMLElement).hidden = listed.length > 0;
  part("all", HTMLElement).hidden = chosen === null;
}

async function readAll(): Promise<void> {
  [browsers, messages] = await Promise.all([
    callControl<BrowserAnswer[]>("/subscriptions"),
    callControl<Message[]>("/messages"),
  ]);
  show();
}

/** Long-polls for the next push, then reads everything again. */
async function followArrivals(): Promise<never> {
  for (;;) {
    try {
      await readAll();
      await callControl<Message>(`/messages/wait?${new URLSearchParams({ after: messages[0]?.at ?? "" })}`);
    } catch {
      await new Promise((resume) => setTimeout(resume, RETRY_MS));
    }
  }
}

part("add", HTMLButtonElement).addEventListener("click", () => void act(() => callControl("/subscriptions", {})));
part("all", HTMLButtonElement).addEventListener("click", () => {
  chosen = null;
  show();
});
part("clear", HTMLButtonElement).addEventListener("click", () => {
  if (confirm("Delete all pushes?")) void act(() => fetch("/messages", { method: "DELETE" }));
});
mountOutagePanel(part("outage", HTMLElement), FAILURES);
void followArrivals();

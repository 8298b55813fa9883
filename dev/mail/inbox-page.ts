import { mountOutagePanel } from "../stand-in/outage-panel.ts";
import { callControl, element, part } from "../stand-in/page-parts.ts";
import { findCode } from "./find-code.ts";
import type { Message } from "./mailbox.ts";
import { oneClickUrl } from "./one-click.ts";

/** Pause before the page retries when the stand-in does not respond. */
const RETRY_MS = 2_000;

const list = part("list", HTMLUListElement);
const mail = part("mail", HTMLElement);
const filter = part("filter", HTMLInputElement);
const code = part("code", HTMLOutputElement);
const copy = part("copy", HTMLButtonElement);

let messages: Message[] = [];
let openId: string | null = null;

function showList(): void {
  const query = filter.value.trim().toLowerCase();
  const shown = messages.filter(({ to }) => to.join(" ").toLowerCase().includes(query));
  list.replaceChildren(...shown.map(listItem));
  part("empty", HTMLElement).hidden = shown.length > 0;
}

function listItem(item: Message): HTMLLIElement {
  const found = findCode(item.text);
  const time = element("small", "", new Date(item.at).toLocaleTimeString());
  const button = element(
    "button",
    "",
    element("span", "to", item.to.join(", ")),
    time,
    element("span", "subject", item.subject),
    ...(found ? [element("span", "code", found)] : []),
  );
  button.type = "button";
  button.setAttribute("aria-current", String(item.id === openId));
  button.addEventListener("click", () => openMail(item));
  return element("li", "", button);
}

function openMail(item: Message): void {
  openId = item.id;
  part("subject", HTMLElement).textContent = item.subject;
  part("addresses", HTMLElement).textContent =
    `${item.from} → ${item.to.join(", ")}\n${new Date(item.at).toLocaleString()}`;
  const found = findCode(item.text);
  part("code-line", HTMLElement).hidden = found === null;
  code.value = found ?? "";
  copy.textContent = "Copy code";
  const headers = Object.entries(item.headers).map(([name, value]) => `${name}: ${value}`);
  part("headers-part", HTMLDetailsElement).hidden = headers.length === 0;
  part("headers", HTMLElement).textContent = headers.join("\n");
  part("unsubscribe-line", HTMLElement).hidden = oneClickUrl(item.headers) === null;
  part("unsubscribed", HTMLOutputElement).value = "";
  const html = part("html", HTMLIFrameElement);
  html.hidden = item.html === "";
  // Links in the mail open in a new tab. The sandbox prevents scripts and navigation in this page.
  html.srcdoc = `<base target="_blank">${item.html}`;
  part("text", HTMLElement).replaceChildren(...linkify(item.text));
  part("text-part", HTMLDetailsElement).open = item.html === "";
  mail.hidden = false;
  mail.parentElement?.classList.add("reading");
  showList();
  part("subject", HTMLElement).focus();
}

/** The text with its web addresses as links. */
function linkify(text: string): (Node | string)[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const link = element("a", "", piece);
    link.href = piece;
    link.target = "_blank";
    link.rel = "noreferrer";
    return link;
  });
}

function closeMail(): void {
  openId = null;
  mail.hidden = true;
  mail.parentElement?.classList.remove("reading");
  showList();
}

async function readAll(): Promise<void> {
  messages = await callControl<Message[]>("/messages");
  showList();
}

/** Long-polls for the next mail, then reads the list again. A mail appears at once, without polling at intervals. */
async function followArrivals(): Promise<never> {
  for (;;) {
    try {
      await readAll();
      const after = messages[0]?.at ?? "";
      await callControl<Message>(`/messages/wait?${new URLSearchParams({ after })}`);
    } catch {
      await new Promise((resume) => setTimeout(resume, RETRY_MS));
    }
  }
}

copy.addEventListener("click", async () => {
  await navigator.clipboard.writeText(code.value);
  copy.textContent = "Copied";
});
part("unsubscribe", HTMLButtonElement).addEventListener("click", async () => {
  const { status } = await callControl<{ status: number }>(`/messages/${openId}/unsubscribe`, {});
  part("unsubscribed", HTMLOutputElement).value = `The sender answered ${status}`;
});
filter.addEventListener("input", showList);
part("back", HTMLButtonElement).addEventListener("click", closeMail);
part("clear", HTMLButtonElement).addEventListener("click", async () => {
  if (!confirm("Delete all mails?")) return;
  await fetch("/messages", { method: "DELETE" });
  closeMail();
  await readAll();
});
mountOutagePanel(part("outage", HTMLElement), {
  refuse: "Answers HTTP 500",
  hang: "Never answers",
  html: "Answers a web page",
  "403": "Refuses the key",
  "429": "Too many requests",
});
void followArrivals();

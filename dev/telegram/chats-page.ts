import { mountOutagePanel } from "../stand-in/outage-panel.ts";
import { callControl, element, part } from "../stand-in/page-parts.ts";
import type { ChatMessage, Person } from "./chat-book.ts";

/** Pause before the page retries when the stand-in does not respond. */
const RETRY_MS = 2_000;

const text = part("text", HTMLInputElement);
const link = part("link", HTMLInputElement);
const firstName = part("first-name", HTMLInputElement);

let people: Person[] = [];
/** Newest first. */
let messages: ChatMessage[] = [];
let chosenId: number | null = null;

const chosen = () => people.find(({ id }) => id === chosenId) ?? null;

/** Runs an act of the page, shows why it failed, and reads everything again. */
async function act(change: () => Promise<unknown>): Promise<void> {
  const error = part("error", HTMLElement);
  error.textContent = "";
  try {
    await change();
  } catch (failure) {
    error.textContent = failure instanceof Error ? failure.message : String(failure);
  }
  await readAll();
}

/** Does something as the chosen person, and says what the product answered when that was no success. */
async function actAs(path: string, body: object = {}): Promise<void> {
  const { status } = await callControl<{ status: number | null }>(`/people/${chosenId}/${path}`, body);
  if (status === null) throw new Error("The bot has no webhook for this");
  if (status === 0) throw new Error("The product did not answer");
  if (status >= 300) throw new Error(`The product answered with ${status}`);
}

function personItem(person: Person): HTMLLIElement {
  const [last] = messages.filter(({ chat }) => chat === person.id);
  const button = element(
    "button",
    "",
    nameOf(person),
    element("small", "", last?.text.slice(0, 60) ?? stateOf(person)),
  );
  button.type = "button";
  button.setAttribute("aria-current", String(person.id === chosenId));
  button.addEventListener("click", () => choose(person.id));
  return element("li", "", button);
}

function choose(id: number): void {
  chosenId = id;
  part("error", HTMLElement).textContent = "";
  show();
  part("name", HTMLElement).focus();
}

function nameOf({ firstName: name, username }: Person): string {
  return username ? `${name} (@${username})` : name;
}

function stateOf({ hasStarted, hasBlocked }: Person): string {
  if (hasBlocked) return "Has blocked the bot";
  return hasStarted ? "Has started the bot" : "Has not started the bot";
}

function messageItem({ from, text: written, buttons, at, isSilent }: ChatMessage): HTMLLIElement {
  const time = new Date(at).toLocaleTimeString();
  return element(
    "li",
    `message ${from}`,
    element("p", "", written),
    ...buttons.map((button) => {
      const opened = element("a", "", button.text);
      if (button.url) Object.assign(opened, { href: button.url, target: "_blank", rel: "noreferrer" });
      return opened;
    }),
    element("small", "", isSilent ? `${time}, without a sound` : time),
  );
}

function show(): void {
  part("people", HTMLUListElement).replaceChildren(...people.map(personItem));
  part("no-people", HTMLElement).hidden = people.length > 0;
  const person = chosen();
  part("chat", HTMLElement).hidden = person === null;
  if (!person) return;
  part("name", HTMLElement).textContent = nameOf(person);
  part("state", HTMLElement).textContent = `${stateOf(person)} · chat ${person.id}`;
  part("block", HTMLButtonElement).textContent = person.hasBlocked ? "Unblock the bot" : "Block the bot";
  part("write", HTMLElement).hidden = !person.hasStarted || person.hasBlocked;
  const own = messages.filter(({ chat }) => chat === person.id).toReversed();
  part("messages", HTMLOListElement).replaceChildren(...own.map(messageItem));
}

async function readAll(): Promise<void> {
  [people, messages] = await Promise.all([callControl<Person[]>("/people"), callControl<ChatMessage[]>("/messages")]);
  show();
}

/** Long-polls for the next message, then reads everything again. */
async function followMessages(): Promise<never> {
  for (;;) {
    try {
      await readAll();
      await callControl<ChatMessage>(`/messages/wait?${new URLSearchParams({ after: messages[0]?.at ?? "" })}`);
    } catch {
      await new Promise((resume) => setTimeout(resume, RETRY_MS));
    }
  }
}

part("add", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void act(async () => {
    const { id } = await callControl<Person>("/people", { firstName: firstName.value.trim() });
    firstName.value = "";
    chosenId = id;
  });
});
part("open", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void act(async () => {
    await actAs("open", { link: link.value });
    link.value = "";
  });
});
part("write", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void act(async () => {
    await actAs("send", { text: text.value });
    text.value = "";
  });
});
part("block", HTMLButtonElement).addEventListener("click", () => {
  void act(() => actAs(chosen()?.hasBlocked ? "unblock" : "block"));
});
mountOutagePanel(part("outage", HTMLElement), {
  slow: "Answers after 3 seconds",
  hang: "Never answers",
  lost: "Sends the message and never answers",
  html: "Answers a web page",
  redirect: "Redirects every call",
  "400": "Knows no such chat (400)",
  "401": "Refuses the token (401)",
  "403": "Was blocked by the person (403)",
  "429": "Too many requests (429)",
  "500": "Fails (500)",
});
void followMessages();

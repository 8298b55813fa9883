import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { check } from "../state/session.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { drawnImages, jpegFile } from "../test/drawn-images.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { AskedQuestions } from "./asked-questions.tsx";
import type { ClientQuestion } from "./question-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
const images = drawnImages();
const LIST = "GET /api/questions";
let asked: ClientQuestion[];
let personId: string;

const question = (change: Partial<ClientQuestion> = {}): ClientQuestion => ({
  _id: crypto.randomUUID(),
  text: "Whose account is it?",
  language: "en",
  picture: null,
  askedAt: new Date().toISOString(),
  state: "open",
  closedAt: null,
  closedBecause: null,
  answer: null,
  about: { kind: "withdrawal", id: "w1", name: "WD-1" },
  ...change,
});
const ANSWERED = { text: "Mine", isByPhone: false, at: new Date().toISOString(), images: [] };

beforeEach(async () => {
  asked = [question()];
  personId = crypto.randomUUID();
  context.server
    .on("GET /api/auth/check", () => ok({ user: trader({ _id: personId }), token: "token-1" }))
    .on(LIST, () => ok({ questions: asked }));
  await act(check);
});

const open = () => render(<AskedQuestions timeZone="Asia/Phnom_Penh" about={{ kind: "withdrawal", id: "w1" }} />);
const field = () => screen.findByLabelText("Your answer");
const typed = async () => (await field()) as HTMLTextAreaElement;
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const send = () => fireEvent.click(screen.getByRole("button", { name: "Send the answer" }));
const route = () => `POST /api/questions/${asked[0]?._id}/answer`;
const calls = () => context.server.callsOf(route());
const keys = () => calls().map(({ headers }) => headers.get("Idempotency-Key"));
/** The answer replaces the form. */
const isSent = () => waitFor(() => expect([screen.queryByLabelText("Your answer"), problems()]).toEqual([null, ""]));
const problems = () =>
  screen
    .queryAllByRole("alert")
    .map(({ textContent }) => textContent)
    .join("");
const thumbs = () => screen.queryAllByRole("button", { name: /^Remove picture/ });
async function choose(...files: File[]): Promise<void> {
  await field();
  const input = document.querySelector('input[type="file"]') ?? document.body;
  Object.defineProperty(input, "files", { configurable: true, value: files });
  fireEvent.change(input);
  await waitFor(() => expect(screen.queryByText("Reading the picture")).toBeNull());
}
/** Takes an answer, as the API does. */
const take = () =>
  context.server.on(route(), ({ body }) => {
    const { text } = body as { text: string };
    asked = asked.map((one) => ({ ...one, state: "answered", answer: { ...ANSWERED, text } }));
    return ok({ question: asked[0] });
  });

describe("an answer", () => {
  test("is sent as it was typed, in Khmer with its spaces, and is then a part of the conversation without a form", async () => {
    asked = [question({ picture: { src: "/api/image/example.jpg", bytes: 100 } })];
    open();
    take();
    await type("\u00A0 វា​ជា​របស់ បងប្រុសខ្ញុំ \n\n១២៣\u00A0 ");
    send();
    await isSent();
    expect(calls().map(({ body }) => body)).toEqual([{ text: "វា​ជា​របស់ បងប្រុសខ្ញុំ \n\n១២៣", images: [] }]);
    expect(screen.getByText(/បងប្រុសខ្ញុំ/)).toBeTruthy();
    expect(document.querySelector('img[src="/api/image/example.jpg"]')?.getAttribute("alt")).toBe(
      "Picture of our question",
    );
  });

  test("of nothing, or of too much, is not sent, and the field says so", async () => {
    open();
    await type("\u00A0 ");
    send();
    await screen.findByText("Write something or add a picture.");
    // A paste is not cut: it says by how much it is too long.
    await type("ក".repeat(1_003));
    send();
    await screen.findByText("At most 1000 characters: please write 3 fewer.");
    await context.callsArrive();
    expect(calls()).toEqual([]);
  });

  test("that is refused, or has no reply, stays typed, and the next try goes through with the same key where it is the same", async () => {
    const { unmount } = open();
    await type("My brother’s");
    context.server.on(route(), () => refuse("invalid_input", "This cannot be displayed", { field: "text" }));
    send();
    await screen.findByText("This cannot be displayed");
    expect((await typed()).value).toBe("My brother’s");
    await type("My brother's");
    context.server.on(route(), () => new Response("", { status: 502 }));
    send();
    await screen.findByText(/No answer came from us/);
    take();
    send();
    await isSent();
    const [, lost, again] = keys();
    expect([keys().length, lost === again]).toEqual([3, true]);
    unmount();
  });

  test("is kept over a visit elsewhere, is the same in two tabs, and is gone once it is sent", async () => {
    const { unmount } = open();
    await type("Half");
    unmount();
    const again = open();
    expect((await typed()).value).toBe("Half");
    const key = `answer-draft:${asked[0]?._id}:${personId}`;
    localStorage.setItem(key, "Half of it, in the other tab");
    act(() => {
      dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
    });
    expect((await typed()).value).toBe("Half of it, in the other tab");
    take();
    send();
    await isSent();
    expect(localStorage.getItem(key)).toBeNull();
    again.unmount();
  });

  test("given in another tab meanwhile, or ended, says so in place of the form", async () => {
    open();
    await type("Mine");
    context.server.on(route(), () => {
      asked = asked.map((one) => ({ ...one, state: "closed", closedBecause: "cancelled" }));
      return refuse("wrong_state", "You have cancelled this request, so the question needs no answer.");
    });
    send();
    await screen.findByText("You cancelled the request. It needs no answer.");
    expect(problems()).toContain("needs no answer");
    expect(screen.queryByRole("button", { name: "Send the answer" })).toBeNull();
  });

  test("is sent once however often the button is pressed, while the reply is slow", async () => {
    open();
    await type("Mine");
    let reply = (_: Response) => {};
    context.server.on(route(), () => new Promise<Response>((resolve) => (reply = resolve)));
    send();
    send();
    await waitFor(() => expect(calls()).toHaveLength(1));
    expect((await typed()).readOnly).toBe(true);
    send();
    await context.callsArrive();
    expect(calls()).toHaveLength(1);
    asked = asked.map((one) => ({ ...one, state: "answered", answer: ANSWERED }));
    reply(ok({ question: asked[0] }));
    await isSent();
  });
});

describe("the pictures of an answer", () => {
  /** Pictures that are drawn as different ones. */
  function drawDifferent(): void {
    const drawn = ["a", "b", "c", "d", "e"];
    HTMLCanvasElement.prototype.toDataURL = () => `data:image/jpeg;base64,${btoa(drawn.shift() ?? "")}`;
  }

  test("are three at most: the others are named and not sent, and one can be removed for another", async () => {
    drawDifferent();
    open();
    await choose(...["a.jpg", "b.jpg", "c.jpg", "d.jpg", "សៀវភៅ.jpg"].map((name) => jpegFile(name)));
    expect(thumbs()).toHaveLength(3);
    expect(problems()).toBe("3 pictures at most. Not added: d.jpg, សៀវភៅ.jpg.");
    expect(screen.getByRole("button", { name: "Add picture" })).toHaveProperty("disabled", true);
    fireEvent.click(thumbs()[0] ?? document.body);
    await choose(jpegFile("d.jpg"));
    expect(thumbs()).toHaveLength(3);
    expect(screen.queryByText(/Not added/)).toBeNull();
    take();
    send();
    await isSent();
    expect(calls()[0]?.body).toMatchObject({ images: [expect.any(String), expect.any(String), expect.any(String)] });
  });

  test("chosen twice are one, and a file that is none is named while the others are added", async () => {
    open();
    await choose(jpegFile("a.jpg"), new File(["%PDF"], "scan.pdf", { type: "application/pdf" }), jpegFile("a.jpg"));
    expect(thumbs()).toHaveLength(1);
    expect(problems()).toBe("scan.pdf: This file is no JPEG, PNG or WebP picture.");
    images.cannotBeRead();
    await choose(jpegFile("broken.jpg"));
    expect(thumbs()).toHaveLength(1);
    expect(problems()).toContain("broken.jpg: ");
  });
});

describe("the conversation", () => {
  test("that cannot be loaded says so, and is loaded by a press", async () => {
    context.server.on(LIST, () => refuse("internal", "Something went wrong"));
    open();
    await screen.findByText("Our questions to you could not be loaded.");
    context.server.on(LIST, () => ok({ questions: asked }));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("Whose account is it?");
    expect(screen.queryByText("Our questions to you could not be loaded.")).toBeNull();
  });

  test("takes no place while it loads, and where nothing was asked about the item", async () => {
    asked = [question({ about: { kind: "withdrawal", id: "another", name: "WD-2" } })];
    const { container } = open();
    expect(container.textContent).toBe("");
    await waitFor(() => expect(context.server.callsOf(LIST).length).toBeGreaterThan(0));
    await context.callsArrive();
    expect(container.textContent).toBe("");
  });

  test("shows what was said on the phone, and why a question ended, in the order in which it was asked", async () => {
    asked = [
      question({ state: "answered", text: "Second?", answer: { ...ANSWERED, isByPhone: true } }),
      question({ state: "closed", text: "First?", closedBecause: "taken_back" }),
    ];
    open();
    await screen.findByText("You said this on the phone; we recorded it.");
    const items = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(items[0]).toContain("First?");
    expect(items[0]).toContain("We took this question back. It needs no answer.");
    expect(items[1]).toContain("Second?");
    expect(screen.queryByLabelText("Your answer")).toBeNull();
  });
});

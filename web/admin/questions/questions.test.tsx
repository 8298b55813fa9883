import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { traderContext } from "../../test/admin-records.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { manualCountdowns } from "../../test/countdowns.ts";
import { drawnImages, jpegFile } from "../../test/drawn-images.ts";
import { openApp } from "../../test/open-app.tsx";
import { toast } from "../../ui/toast/toaster.tsx";
import { pollNow } from "../core/admin-polling.ts";
import type { AdminWithdrawal } from "../withdrawals/withdrawal-calls.ts";
import type { AdminQuestion } from "./question-calls.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
const countdowns = manualCountdowns();
drawnImages();
let adminApi: AdminApi;

const TEMPLATE = { template: "holder_name" as const, text: { en: "Whose account is it?", km: "គណនីជារបស់នរណា?" } };
const NOW = () => new Date().toISOString();
const question = (change: Partial<AdminQuestion> = {}): AdminQuestion => ({
  _id: crypto.randomUUID(),
  text: TEMPLATE.text.km,
  otherText: TEMPLATE.text.en,
  language: "km",
  template: "holder_name",
  picture: null,
  askedAt: NOW(),
  askedById: "admin-2",
  askedBy: "Maly Kim",
  remindedAt: null,
  returnedAt: null,
  state: "open",
  closedAt: null,
  closedBecause: null,
  answer: null,
  recordedBy: null,
  ...change,
});

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
  adminApi.questions = { language: "en", list: [], templates: [TEMPLATE] };
});

async function openAdmin(...requests: Partial<AdminWithdrawal>[]): Promise<AdminWithdrawal[]> {
  const added = adminApi.addWithdrawals(...requests);
  await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
  await opens(`$${added[0]?.amount}.00`);
  return added;
}
const openItem = (request: AdminWithdrawal | undefined) =>
  openApp(context.server, { at: `/admin/withdrawals?item=${request?._id}`, as: adminApi.admin });
const two = [{ amount: 101 }, { amount: 102 }];
const opens = (sum: string) =>
  waitFor(() => {
    expect(document.querySelector("[data-item-heading]")?.textContent).toBe(sum);
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
  });
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const ASK = "POST /api/admin/questions";
const sent = () => context.server.callsOf(ASK);
const area = (language = "English") => screen.findByLabelText(`Question, in ${language}`);
const textOf = async (language?: string) => ((await area(language)) as HTMLTextAreaElement).value;
const type = async (value: string) => fireEvent.change(await area(), { target: { value } });
const composer = () => screen.getByRole("form", { name: "Ask Bopha Keo" });
const submit = () => fireEvent.submit(composer());
/** Opens the composer of an item about which nothing was asked. */
async function begin(): Promise<void> {
  await screen.findByRole("button", { name: /^Ask Bopha Keo/ });
  press("h");
  await waitFor(() => expect(document.activeElement).toBe(document.querySelector("textarea[data-ask]")));
}

describe("a question", () => {
  test("is begun by H in its place, filled by a template in both languages, and sent at the end of its countdown", async () => {
    const [first] = await openAdmin(...two);
    await begin();
    fireEvent.click(screen.getByRole("button", { name: "Holder’s name" }));
    expect([await textOf(), (screen.getByLabelText("The same in ខ្មែរ") as HTMLTextAreaElement).value]).toEqual([
      TEMPLATE.text.en,
      TEMPLATE.text.km,
    ]);
    fireEvent.click(screen.getByRole("radio", { name: "ខ្មែរ" }));
    expect(await textOf("ខ្មែរ")).toBe(TEMPLATE.text.km);
    fireEvent.keyDown(await area("ខ្មែរ"), { key: "Enter", ctrlKey: true });
    await opens("$102.00");
    await context.callsArrive();
    expect(sent()).toEqual([]);
    context.server.on(ASK, () => ok({ question: "q1" }));
    countdowns.end();
    await screen.findByText("Bopha Keo was asked");
    expect(sent().map(({ body }) => body)).toEqual([
      {
        kind: "withdrawal",
        id: first?._id,
        text: TEMPLATE.text.km,
        otherText: TEMPLATE.text.en,
        language: "km",
        template: "holder_name",
      },
    ]);
    expect(sent()[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(localStorage.getItem(`question-draft:${first?._id}:admin-1`)).toBeNull();
  });

  test("that is undone at the last moment is not sent, and stands as it was typed, to be retyped and sent", async () => {
    await openAdmin(...two);
    await begin();
    await type("  Whose, ១២៣? ");
    submit();
    await opens("$102.00");
    press("z");
    await opens("$101.00");
    // The timer had begun to fire.
    countdowns.end();
    await context.callsArrive();
    expect(sent()).toEqual([]);
    expect(await textOf()).toBe("  Whose, ១២៣? ");
    await type("Whose account, ១២៣?");
    submit();
    context.server.on(ASK, () => ok({ question: "q1" }));
    await opens("$102.00");
    press("s");
    await screen.findByText("Bopha Keo was asked");
    expect(sent().map(({ body }) => body)).toMatchObject([{ text: "Whose account, ១២៣?", otherText: "" }]);
  });

  test("is a draft of its item: kept over others, over another visit and in a second tab", async () => {
    const [first] = await openAdmin(...two);
    await begin();
    await type("Half");
    fireEvent.keyDown(await area(), { key: "Escape" });
    // Before the next frame: the key after is no letter of the question.
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2, name: "$101.00" }));
    press("j");
    await opens("$102.00");
    expect(screen.queryByLabelText("Question, in English")).toBeNull();
    press("k");
    await opens("$101.00");
    expect(await textOf()).toBe("Half");
    const key = `question-draft:${first?._id}:admin-1`;
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    localStorage.setItem(key, JSON.stringify({ ...(kept as object), text: "Half, and the rest" }));
    act(() => {
      dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
    });
    expect(await textOf()).toBe("Half, and the rest");
    cleanup();
    await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
    await opens("$101.00");
    expect(await textOf()).toBe("Half, and the rest");
  });

  test("has one picture, which is sent with it, stands after an undo, and is not kept for another visit", async () => {
    const [first] = await openAdmin(...two);
    await begin();
    await type("Like this?");
    const choose = (...files: File[]) =>
      fireEvent.change(screen.getByLabelText("Add picture", { selector: "input" }), { target: { files } });
    choose(new File(["%PDF"], "card.pdf"));
    await screen.findByText("card.pdf: This file is no JPEG, PNG or WebP picture.");
    choose(jpegFile("a.jpg"), jpegFile("b.jpg"));
    await screen.findByAltText("Picture of the question: b.jpg");
    await screen.findByText("One picture at most: the last one stays.");
    expect(await textOf()).toBe("Like this?");
    submit();
    await opens("$102.00");
    press("z");
    await opens("$101.00");
    countdowns.end();
    await context.callsArrive();
    expect(sent()).toEqual([]);
    await screen.findByAltText("Picture of the question: b.jpg");
    expect(localStorage.getItem(`question-draft:${first?._id}:admin-1`)).not.toContain("data:");

    // A page that was loaded anew has no bytes of it.
    const key = `question-draft:${first?._id}:admin-1`;
    const kept = JSON.parse(localStorage.getItem(key) ?? "null");
    localStorage.setItem(key, JSON.stringify({ ...kept, picture: { id: "earlier", name: "b.jpg" } }));
    act(() => {
      dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage }));
    });
    const lost = "b.jpg was not kept with the draft: add it again, or remove it.";
    await screen.findByText(lost);
    submit();
    await waitFor(() => expect(screen.getAllByText(lost)).toHaveLength(2));
    await opens("$101.00");
    choose(jpegFile("c.jpg"));
    await screen.findByAltText("Picture of the question: c.jpg");
    expect(screen.queryByText(lost)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Remove the picture" }));
    expect(screen.queryByAltText(/^Picture of the question/)).toBeNull();
    choose(jpegFile("c.jpg"));
    await screen.findByAltText("Picture of the question: c.jpg");
    context.server.on(ASK, () => ok({ question: "q1" }));
    submit();
    await opens("$102.00");
    press("s");
    await screen.findByText("Bopha Keo was asked");
    expect(sent().map(({ body }) => body)).toMatchObject([
      { text: "Like this?", image: expect.stringMatching(/^data:image\/jpeg;base64,/) },
    ]);
  });

  test("of nothing, or of too much, is not sent: a paste is not cut", async () => {
    await openAdmin(...two);
    await begin();
    await type("\u00A0\n ");
    submit();
    await screen.findByText("Write the question");
    await type("ក".repeat(1_002));
    await screen.findByText("At most 1000 characters: write 2 fewer");
    submit();
    await opens("$101.00");
    await type("Fine");
    expect(screen.queryByText(/At most 1000/)).toBeNull();
  });

  test("that is refused comes back with the reason and the text, and the next one goes through", async () => {
    await openAdmin(...two);
    await begin();
    await type("Whose?");
    context.server.on(ASK, () => refuse("claimed_by_other", "Maly Kim has claimed this until 10:40"));
    submit();
    await opens("$102.00");
    press("s");
    await screen.findByRole("button", { name: "Open" });
    press("o");
    await opens("$101.00");
    expect(screen.getAllByText(/Maly Kim has claimed this/).length).toBeGreaterThan(0);
    expect(await textOf()).toBe("Whose?");
    context.server.on(ASK, () => ok({ question: "q1" }));
    submit();
    await opens("$102.00");
    press("s");
    await screen.findByText("Bopha Keo was asked");
    expect(sent()).toHaveLength(2);
  });

  test("without a connection is kept, and sent later with the same key", async () => {
    await openAdmin(...two);
    await begin();
    await type("Whose?");
    context.server.on(ASK, () => new Response("", { status: 502 }));
    submit();
    await opens("$102.00");
    press("s");
    await screen.findByRole("button", { name: "Open" });
    press("o");
    await opens("$101.00");
    expect(await textOf()).toBe("Whose?");
    context.server.on(ASK, () => ok({ question: "q1" }));
    submit();
    press("s");
    await screen.findByText("Bopha Keo was asked");
    const keys = sent().map(({ headers }) => headers.get("Idempotency-Key"));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test("of a colleague meanwhile takes the place of the composer, and the draft is kept for later", async () => {
    const [first] = await openAdmin(...two);
    await begin();
    await type("Whose?");
    adminApi.questions = { language: "en", list: [question()], templates: [TEMPLATE] };
    const client = { askedAt: NOW(), answeredAt: null, returnedAt: null, waitedMs: 0, waits: [] };
    adminApi.change(first?._id ?? "", { client });
    await act(() => pollNow());
    await screen.findByText("Maly Kim");
    await screen.findByText("Your draft is kept until something can be asked again.");
    expect(screen.queryByLabelText("Question, in English")).toBeNull();
    adminApi.change(first?._id ?? "", { client: { ...client, askedAt: null, answeredAt: NOW() } });
    adminApi.questions.list = [
      question({ state: "answered", answer: { text: "Mine", isByPhone: false, at: NOW(), images: [] } }),
    ];
    await act(() => pollNow());
    expect(await textOf()).toBe("Whose?");
  });

  test("is not asked while the request is being paid, and says why", async () => {
    const paid = { payer: "Maly Kim", payerId: "admin-2", paymentStartedAt: NOW() };
    const [request] = adminApi.addWithdrawals({ amount: 101, status: "approved", approvedAt: NOW(), ...paid });
    await openItem(request);
    await screen.findByText("It is being paid: nothing is asked about it before that has stopped.");
    press("h");
    expect(screen.queryByLabelText("Question, in English")).toBeNull();
  });
});

describe("the conversation", () => {
  test("of a request that its client cancelled is closed with a line, without a composer", async () => {
    adminApi.questions = {
      language: "km",
      list: [question({ state: "closed", closedAt: NOW(), closedBecause: "cancelled" })],
      templates: [TEMPLATE],
    };
    const [request] = adminApi.addWithdrawals({ amount: 101, status: "rejected", cancelledByUser: true });
    await openItem(request);
    await screen.findByText("The client cancelled the request: nothing is asked any more");
    expect(screen.getByText(TEMPLATE.text.km).getAttribute("lang")).toBe("km");
    expect(document.querySelector("[data-ask]")).toBeNull();
  });

  test("requests a picture of an answer by a press alone, and lays it beside the card without a word on the evidence", async () => {
    const { identity } = traderContext();
    adminApi.trader = traderContext({ identity: { ...identity, image: "/api/image/card.jpg", submittedAt: NOW() } });
    const images = [{ src: "/api/image/book.jpg", bytes: 100 }];
    const picture = { src: "/api/image/example.jpg", bytes: 100 };
    adminApi.questions = {
      language: "en",
      list: [question({ picture, state: "answered", answer: { text: "", isByPhone: false, at: NOW(), images } })],
      templates: [TEMPLATE],
    };
    await openAdmin(...two);
    const shown = () => [...document.querySelectorAll("img")].map((image) => image.getAttribute("src")).sort();
    await screen.findByRole("button", { name: "Open picture 1" });
    expect(shown()).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Picture 1 beside the card" }));
    const dialog = await screen.findByRole("dialog", { name: "The answer and the ID card of Bopha Keo" });
    expect(shown()).toEqual(["/api/image/book.jpg", "/api/image/card.jpg"]);
    // They never load here, and block no decision.
    fireEvent.click(within(dialog).getAllByRole("button", { name: "Close" }).at(-1) ?? dialog);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(shown()).toEqual([]);
    expect(screen.getByRole("button", { name: /^A?Approve/ })).toHaveProperty("disabled", false);
    fireEvent.click(screen.getByRole("button", { name: "Open picture 1" }));
    expect(shown()).toEqual(["/api/image/book.jpg"]);
    fireEvent.click(screen.getByRole("button", { name: "Open the picture" }));
    expect(shown()).toEqual(["/api/image/book.jpg", "/api/image/example.jpg"]);
  });

  test("says how long the operation had it in its working hours, as the list does", async () => {
    adminApi.operation = {
      ...adminApi.operation,
      workingHours: { days: [1, 2, 3, 4, 5], from: 480, to: 1020, holidays: [] },
    };
    const waits = [[Date.parse("2026-12-08T08:00:00Z"), Date.parse("2026-12-08T12:00:00Z")]] as const;
    // Since Tuesday at ten, in Phnom Penh: seven hours of it and nine of Wednesday, two of them the client's.
    await openAdmin({
      amount: 101,
      createdAt: "2026-12-08T03:00:00Z",
      client: { askedAt: null, answeredAt: "2026-12-08T12:00:00Z", returnedAt: null, waitedMs: 4 * 3_600_000, waits },
    });
    await screen.findByText(/^Waited 14\sh for us, and 4\sh for the client/);
  });

  test("has the answer of a call, as recorded by an admin", async () => {
    const open = question();
    adminApi.questions = { language: "en", list: [open], templates: [TEMPLATE] };
    await openAdmin({
      amount: 101,
      client: { askedAt: NOW(), answeredAt: null, returnedAt: null, waitedMs: 0, waits: [] },
    });
    await screen.findByText(/^Waiting for the client for/, { selector: "p" });
    press("q");
    const dialog = await screen.findByRole("dialog");
    fireEvent.change(within(dialog).getByLabelText("What the client said"), { target: { value: " Mine " } });
    const path = `POST /api/admin/questions/${open._id}/answer`;
    context.server.on(path, () => {
      const answer = { text: "Mine", isByPhone: true, at: NOW(), images: [] };
      if (adminApi.questions)
        adminApi.questions.list = [{ ...open, state: "answered", answer, recordedBy: "Sophea Nov" }];
      adminApi.withdrawals = adminApi.withdrawals.map((row) => ({
        ...row,
        client: { askedAt: null, answeredAt: NOW(), returnedAt: null, waitedMs: 1_000, waits: [] },
      }));
      return ok({ question: open._id });
    });
    fireEvent.submit(dialog.querySelector("form") ?? dialog);
    await screen.findByText("By phone, recorded by Sophea Nov");
    expect(context.server.callsOf(path).map(({ body }) => body)).toEqual([{ text: "Mine" }]);
  });
});

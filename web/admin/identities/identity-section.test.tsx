import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { traderContext } from "../../test/admin-records.ts";
import { apiServer, ok, refuse } from "../../test/api-server.ts";
import { manualCountdowns } from "../../test/countdowns.ts";
import { openApp } from "../../test/open-app.tsx";
import { formatDate } from "../../ui/format.ts";
import { toast } from "../../ui/toast/toaster.tsx";
import { steppedUpUntilMs } from "../core/step-up.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
manualCountdowns();
let adminApi: AdminApi;

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
});

async function openAdmin(address = "/admin/identities"): Promise<void> {
  await openApp(context.server, { at: address, as: adminApi.admin });
  await screen.findByRole("heading", { level: 1, name: "Identities" });
}

const press = (key: string) => fireEvent.keyDown(document.body, { key });
/** Waits for a person and their evidence, and opens the card: no decision is possible before. */
const opens = (name: string) =>
  waitFor(() => {
    expect(document.querySelector("[data-item-heading]")?.textContent).toBe(name);
    const closed = screen.queryByRole("button", { name: "Show ID card" });
    if (closed) fireEvent.click(closed);
    for (const image of document.querySelectorAll("img[alt^='ID card']:not([width])")) fireEvent.load(image);
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
    // Until it is known, a decision asks for a code.
    expect(steppedUpUntilMs.value).not.toBeNull();
  });
const inDialog = (label: string) =>
  screen.getByRole("dialog").querySelector(`button[type="submit"]`)?.textContent === label;
const submit = () =>
  fireEvent.click(screen.getByRole("dialog").querySelector('button[type="submit"]') ?? document.body);
/** Fills in the open dialog what the card says; `change` is typed after the rest. */
async function typeCard(change: Partial<Record<keyof typeof CARD, string>> = {}): Promise<void> {
  await screen.findByRole("dialog");
  for (const [label, value] of Object.entries({ ...CARD, ...change })) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
}
const CARD = {
  "Name in Latin letters": "KEO BOPHA",
  "Card number": "012 345 678",
  "Date of birth": "1.5.1990",
  "Valid until": "21 Nov 2030",
};
const cardShown = () => document.querySelector('img[alt="ID card of Bopha Keo"]')?.getAttribute("src");
const callsOf = (id: string, act: string) => context.server.callsOf(`POST /api/admin/identities/${id}/${act}`);

test("an ID card is shown beside the account details, and opens full screen", async () => {
  adminApi.addIdentity("Bopha Keo");
  await openAdmin();
  await opens("Bopha Keo");
  const account = await screen.findByRole("complementary", { name: "Account details" });
  const facts = [...account.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
  expect(facts).toEqual([
    "NameBopha Keo",
    "Usernamebopha.keo",
    "E-mailbopha.keo@example.com",
    "Phone012 345 678",
    "Address—",
    "Member sinceAug 4, 2025",
  ]);
  expect(cardShown()).toBe("/api/image/card.jpg");
  fireEvent.click(screen.getByRole("button", { name: "Enlarge: ID card of Bopha Keo" }));
  expect((await screen.findByRole("dialog")).textContent).toContain("ID card of Bopha Keo");
});

test("an ID card is requested by I or its button alone, and not by J and K; nothing is decided before", async () => {
  for (const name of ["Bopha Keo", "Rith Sam", "Sok Dara"]) adminApi.addIdentity(name);
  const heading = () => document.querySelector("[data-item-heading]")?.textContent;
  const requested = () =>
    [...document.querySelectorAll("img[alt^='ID card']")].map((image) => image.getAttribute("alt"));
  await openAdmin();
  for (const [key, name] of [
    ["", "Bopha Keo"],
    ["j", "Rith Sam"],
    ["j", "Sok Dara"],
    ["k", "Rith Sam"],
  ] as const) {
    if (key) press(key);
    await waitFor(() => expect(heading()).toBe(name));
    await screen.findByText("Open the ID card first: nothing is decided about a card that you have not seen.");
    await context.callsArrive();
    expect(requested()).toEqual([]);
    for (const act of ["v", "r"]) press(act);
    expect(screen.queryAllByRole("dialog")).toHaveLength(0);
  }
  press("i");
  await waitFor(() => expect(requested()).toEqual(["ID card of Rith Sam"]));
  expect(screen.queryAllByRole("dialog")).toHaveLength(0);
  press("j");
  await waitFor(() => expect(heading()).toBe("Sok Dara"));
  expect(requested()).toEqual([]);
  fireEvent.click(await screen.findByRole("button", { name: "Show ID card" }));
  expect(requested()).toEqual(["ID card of Sok Dara"]);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Enlarge: ID card of Sok Dara" }));
});

test("a verification asks for the second factor when the last one is older than 15 minutes", async () => {
  const first = adminApi.addIdentity("Bopha Keo");
  adminApi.stepUpLeftS = 0;
  await openAdmin();
  await opens("Bopha Keo");
  press("v");
  await screen.findByRole("dialog", { name: "Verify Bopha Keo" });
  await typeCard();
  submit();
  await screen.findByText("Enter the six digits that your authenticator shows now");
  fireEvent.change(screen.getByLabelText("Six-digit code"), { target: { value: adminApi.validCode } });
  adminApi.stepUpLeftS = 900;
  submit();
  await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));
  press("s");
  await screen.findByText("Bopha Keo is verified");
  expect(callsOf(first._id, "verify")).toHaveLength(1);
});

test("V verifies the shown card, and the next person opens at once", async () => {
  const first = adminApi.addIdentity("Bopha Keo");
  adminApi.addIdentity("Rith Sam");
  await openAdmin();
  await opens("Bopha Keo");
  press("v");
  await screen.findByRole("dialog", { name: "Verify Bopha Keo" });
  expect(inDialog("Verify")).toBe(true);
  await typeCard();
  submit();
  await opens("Rith Sam");
  await context.callsArrive();
  expect(callsOf(first._id, "verify")).toEqual([]);
  press("s");
  await screen.findByText("Bopha Keo is verified");
  const [call] = callsOf(first._id, "verify");
  expect(call?.body).toEqual({
    version: 1,
    cardName: "KEO BOPHA",
    cardNumber: "012 345 678",
    birthDate: "1.5.1990",
    expiresOn: "21 Nov 2030",
    hasNoExpiry: false,
  });
  expect(call?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
  expect(screen.getByText("1 person")).toBeTruthy();
});

test("what is not understood of a card is said at its field, and how a date is read beside it", async () => {
  const first = adminApi.addIdentity("Bopha Keo");
  await openAdmin();
  await opens("Bopha Keo");
  press("v");
  await typeCard({
    "Card number": "12",
    "Date of birth": "05/13/1990",
    "Valid until": "",
    "Name in Latin letters": "KEO BOFA",
  });
  await screen.findByText("Not the name of the account: Bopha Keo");
  submit();
  await screen.findByText("A card's number has 5 to 20 letters and digits");
  await screen.findByText("There is no such day. The day comes first: 21.11.2026");
  await screen.findByText("Write until when the card is valid, or say that it has no expiry");
  fireEvent.click(screen.getByLabelText("The card says no expiry"));
  await typeCard({ "Valid until": "", "Date of birth": "១.៥.១៩៩០" });
  await screen.findByText("Read as May 1, 1990");
  submit();
  await screen.findByText("Nobody is waiting for review");
  press("s");
  await screen.findByText("Bopha Keo is verified");
  expect(callsOf(first._id, "verify")[0]?.body).toMatchObject({ birthDate: "១.៥.១៩៩០", hasNoExpiry: true });
});

test("a card that another account has is named, and verified with a reason", async () => {
  const first = adminApi.addIdentity("Bopha Keo");
  const path = `POST /api/admin/identities/${first._id}/verify` as const;
  const verified = { ...first, status: "verified" as const, version: 2, decidedBy: "Sophea Nov" };
  context.server.on(path, ({ body }) =>
    JSON.stringify(body).includes("cardReason")
      ? ok({ identity: verified })
      : refuse("card_used", "The same card is at another account: Rith Sam.", { field: "cardReason" }),
  );
  await openAdmin();
  await opens("Bopha Keo");
  press("v");
  await typeCard();
  submit();
  press("s");
  await screen.findByText("The same card is at another account: Rith Sam.");
  await opens("Bopha Keo");
  press("v");
  await screen.findByRole("dialog");
  expect(screen.getByLabelText<HTMLInputElement>("Card number").value).toBe("012 345 678");
  fireEvent.change(screen.getByLabelText("Reason, same card"), { target: { value: "His twin wrote it down" } });
  submit();
  await screen.findByText("Nobody is waiting for review");
  press("s");
  await screen.findByText("Bopha Keo is verified");
  expect(callsOf(first._id, "verify").at(-1)?.body).toMatchObject({ cardReason: "His twin wrote it down" });
});

test("what was read on a verified card is beside the account, and who else has the card", async () => {
  const when = "2026-12-01T03:00:00.000Z";
  adminApi.card = {
    name: "KEO BOPHA",
    number: "012345678",
    birthDate: "1990-05-01",
    expiresOn: "2026-12-20",
    expiry: "soon",
    readBy: "Dara Kim",
    readAt: when,
    usedReason: "Her first account was lost",
  };
  adminApi.cardOthers = [{ _id: "other", name: "Rith Sam", username: "rith", isSameNumber: true, isSameImage: true }];
  adminApi.addIdentity("Bopha Keo", { status: "verified", version: 2, decidedBy: "Dara Kim", decidedAt: when });
  await openAdmin("/admin/identities?status=verified");
  await opens("Bopha Keo");
  await screen.findByText("012345678");
  const facts = document.querySelector("aside")?.textContent;
  for (const words of ["May 1, 1990", "Dec 20, 2026, soon", "Her first account was lost"]) {
    expect(facts).toContain(words);
  }
  const flag = (await screen.findByText("Another account has the same card")).parentElement;
  expect(flag?.textContent).toContain("Rith Sam (card number and picture)");
});

test("V writes what a verified card says: what nobody had read, or what was misread, with a reason", async () => {
  const first = adminApi.addIdentity("Bopha Keo", { status: "verified", version: 2, decidedBy: "Dara Kim" });
  const path = `POST /api/admin/identities/${first._id}/card`;
  const read = { name: "KEO BOPHA", number: "012345678", birthDate: "1990-05-01", expiresOn: "2020-11-21" };
  const reading = {
    expiry: "expired" as const,
    readBy: "Dara Kim",
    readAt: "2026-12-01T03:00:00.000Z",
    usedReason: null,
  };
  context.server.on(path, () => {
    adminApi.card = { ...read, ...reading };
    return ok({ identity: first });
  });
  await openAdmin("/admin/identities?status=verified");
  await opens("Bopha Keo");
  await screen.findByText("It was verified before cards were read.");
  press("v");
  // It may have expired since.
  await typeCard({ "Valid until": "21.11.2020" });
  submit();
  await screen.findByText("Say why it is written now");
  fireEvent.change(screen.getByLabelText("Reason of the correction"), { target: { value: " Before cards " } });
  submit();
  press("s");
  await screen.findByText("What the card of Bopha Keo says is written");
  const typed = { cardName: "KEO BOPHA", cardNumber: "012 345 678", birthDate: "1.5.1990", hasNoExpiry: false };
  expect(context.server.callsOf(path)[0]?.body).toEqual({
    ...{ version: 2, readAt: null, ...typed, expiresOn: "21.11.2020", reason: "Before cards" },
  });
  // What was written is shown at once, and is there to be corrected.
  await screen.findByText("012345678");
  await opens("Bopha Keo");
  press("v");
  await screen.findByRole("dialog", { name: "What the card of Bopha Keo says" });
  expect(screen.getByLabelText("Card number")).toHaveProperty("value", "012345678");
  fireEvent.change(screen.getByLabelText("Card number"), { target: { value: "012345679" } });
  fireEvent.change(screen.getByLabelText("Reason of the correction"), { target: { value: "A digit" } });
  submit();
  press("s");
  await waitFor(() => expect(context.server.callsOf(path)).toHaveLength(2));
  expect(context.server.callsOf(path)[1]?.body).toMatchObject({
    ...{ readAt: reading.readAt, cardNumber: "012345679", expiresOn: "2020-11-21", reason: "A digit" },
  });
});

test("R rejects with a reason and a note, which only the last reason requires", async () => {
  const first = adminApi.addIdentity("Bopha Keo");
  adminApi.addIdentity("Rith Sam");
  await openAdmin();
  await opens("Bopha Keo");
  press("r");
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "other" } });
  submit();
  await screen.findByText("Say what is wrong: the trader reads it");
  await context.callsArrive();
  expect(callsOf(first._id, "reject")).toHaveLength(0);
  fireEvent.change(screen.getByLabelText("Note for the trader"), { target: { value: " The back is missing " } });
  submit();
  await opens("Rith Sam");
  press("s");
  await screen.findByText("The ID card of Bopha Keo was rejected");
  expect(callsOf(first._id, "reject")[0]?.body).toEqual({ version: 1, reason: "other", note: "The back is missing" });

  press("r");
  fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "expired" } });
  submit();
  await screen.findByText("Nobody is waiting for review");
});

test("a newly submitted image is shown, and nothing is decided", async () => {
  const first = adminApi.addIdentity("Bopha Keo");
  await openAdmin();
  await opens("Bopha Keo");
  press("v");
  await typeCard();
  adminApi.identities = [{ ...first, version: 2, image: "/api/image/another.jpg" }];
  submit();
  await screen.findByText("Nobody is waiting for review");
  press("s");
  await screen.findByText("Verify: not done");
  await screen.findByText(
    "The trader has sent another image or changed their name since you opened it. Refresh to see it.",
  );
  await waitFor(() => expect(screen.getByRole("button", { name: "Show ID card" })).toBeTruthy());
  await opens("Bopha Keo");
  expect(cardShown()).toBe("/api/image/another.jpg");
  press("v");
  await typeCard();
  submit();
  await screen.findByText("Nobody is waiting for review");
  press("s");
  await screen.findByText("Bopha Keo is verified");
});

test("R reopens a verified identity, with a reason and the second factor", async () => {
  const first = adminApi.addIdentity("Bopha Keo", { status: "verified", version: 2, decidedBy: "Dara Kim" });
  adminApi.needsStepUp = true;
  adminApi.stepUpLeftS = 0;
  await openAdmin("/admin/identities?status=verified");
  await opens("Bopha Keo");
  expect(screen.queryByRole("button", { name: /Verify/ })).toBeNull();
  press("r");
  await screen.findByRole("dialog", { name: "Reopen the verification of Bopha Keo" });
  fireEvent.change(screen.getByLabelText("Six-digit code"), { target: { value: adminApi.validCode } });
  submit();
  await screen.findByText("Enter the reason: the trader reads it");
  adminApi.stepUpLeftS = 900;
  await context.callsArrive();
  expect(callsOf(first._id, "reopen")).toEqual([]);
  fireEvent.change(screen.getByLabelText("Reason"), { target: { value: " The name was misspelt " } });
  submit();
  await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));
  press("s");
  await screen.findByText("The verification of Bopha Keo was reopened");
  const calls = callsOf(first._id, "reopen");
  expect(calls.at(-1)?.body).toEqual({ version: 2, reason: "The name was misspelt" });
  expect(new Set(calls.map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
});

test("a name change is shown above the ID card", async () => {
  const at = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();
  adminApi.trader = traderContext({ nameChange: { at, from: "Rith Sam", to: "Bopha Keo" } });
  adminApi.addIdentity("Bopha Keo");
  await openAdmin();
  await opens("Bopha Keo");
  const flag = (await screen.findByText("Name changed 3 d ago")).parentElement;
  expect(flag?.textContent).toBe("Name changed 3\u00a0d agoFrom Rith Sam to Bopha Keo.");
});

test("an admin cannot decide about their own identity", async () => {
  adminApi.addIdentity("Sophea Nov", {
    _id: adminApi.admin._id,
    user: { ...adminApi.addIdentity("Rith Sam").user, _id: adminApi.admin._id },
  });
  adminApi.identities = adminApi.identities.filter(({ _id }) => _id === adminApi.admin._id);
  await openAdmin();
  await screen.findByText("This is your own account. Another admin must decide.");
  press("v");
  press("r");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a decided identity shows who decided and why, also when its image was erased", async () => {
  adminApi.addIdentity("Bopha Keo", {
    status: "rejected",
    version: 2,
    image: null,
    rejectReason: "expired",
    note: "Since May",
    decidedBy: "Dara Kim",
    decidedAt: "2026-11-20T08:00:00.000Z",
  });
  await openAdmin("/admin/identities?status=rejected");
  await opens("Bopha Keo");
  for (const words of [
    "Dara Kim",
    "The document has expired",
    "Since May",
    "The image was erased at the end of its storage period",
  ]) {
    expect(screen.getByText(words)).toBeTruthy();
  }
  expect(screen.queryByText("Verify")).toBeNull();
});

test("decisions about earlier cards are shown beside the new one, and N writes a note", async () => {
  const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}T03:00:00.000Z`;
  adminApi.trader = traderContext({
    identityEvents: [
      { sequence: 3, action: "identity.submitted", at: day(20), by: null, reason: null, note: "" },
      { sequence: 2, action: "identity.rejected", at: day(18), by: "Maly Sok", reason: "unclear", note: "" },
      { sequence: 1, action: "identity.submitted", at: day(17), by: null, reason: null, note: "" },
    ],
  });
  adminApi.addIdentity("Bopha Keo");
  await openAdmin();
  await opens("Bopha Keo");
  await screen.findByRole("heading", { level: 3, name: "ID cards and decisions" });
  const lines = [...document.querySelectorAll("aside ul > li")].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    "ID card sentSentNov 20, 10:00 AM",
    "ID card rejected by Maly Sok, The image is not clear enoughRejectedNov 18, 10:00 AM",
    "ID card sentSentNov 17, 10:00 AM",
  ]);
  // The shortcut is registered by an effect of the rendered screen.
  await act(async () => {});
  press("n");
  expect(await screen.findByRole("dialog", { name: "Note about Bopha Keo" })).toBeTruthy();
});

test("verified cards that expire are a view of their own, with the date and a word on what has expired", async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [soon, past] = [inDays(20), "2020-02-01"];
  adminApi.addIdentity("Bopha Keo", { status: "verified", cardExpiresOn: past });
  adminApi.addIdentity("Dara Kim", { status: "verified", cardExpiresOn: soon });
  await openAdmin();
  const view = await screen.findByRole("link", { name: "Expiring 2" });
  fireEvent.click(view);
  await screen.findByRole("heading", { level: 2, name: "Expiring" });
  await opens("Bopha Keo");
  expect(view.getAttribute("aria-current")).toBe("page");
  const rows = [...document.querySelectorAll("[data-row] > span:first-child, button > span.num:first-child")];
  const expiries = rows.map((cell) => [cell.textContent, cell.getAttribute("data-tone")]);
  expect(expiries).toContainEqual(["Feb 1, 2020Expired", "warn"]);
  expect(expiries).toContainEqual([formatDate(soon, "UTC"), null]);
  const [asked] = context.server.callsOf("GET /api/admin/identities").slice(-1);
  expect([asked?.query.get("status"), asked?.query.get("stage")]).toEqual(["verified", "expiring"]);
  // Of a saved view it is the list, too.
  fireEvent.click(screen.getByRole("button", { name: "Save view" }));
  await screen.findByRole("dialog");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Cards to renew" } });
  submit();
  const saved = await screen.findByRole("link", { name: "Cards to renew" });
  await waitFor(() => expect(saved.getAttribute("aria-current")).toBe("page"));
  expect(view.getAttribute("aria-current")).toBeNull();
  expect(adminApi.savedViews.map(({ list, query }) => [list, query])).toEqual([
    ["identities", "stage=expiring&status=verified"],
  ]);
});

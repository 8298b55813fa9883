import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { traderContext } from "../../test/admin-records.ts";
import { apiServer } from "../../test/api-server.ts";
import { manualCountdowns } from "../../test/countdowns.ts";
import { openApp } from "../../test/open-app.tsx";
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
  submit();
  await opens("Rith Sam");
  await context.callsArrive();
  expect(callsOf(first._id, "verify")).toEqual([]);
  press("s");
  await screen.findByText("Bopha Keo is verified");
  const [call] = callsOf(first._id, "verify");
  expect(call?.body).toEqual({ version: 1 });
  expect(call?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f-]{36}$/);
  expect(screen.getByText("1 person")).toBeTruthy();
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
  await screen.findByRole("dialog");
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
  await screen.findByRole("dialog");
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
  press("v");
  expect(screen.queryByRole("dialog")).toBeNull();
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

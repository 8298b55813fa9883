import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer, ok } from "../../test/api-server.ts";
import { manualCountdowns } from "../../test/countdowns.ts";
import { drawnImages, jpegFile } from "../../test/drawn-images.ts";
import { openApp } from "../../test/open-app.tsx";
import { toast } from "../../ui/toast/toaster.tsx";
import { steppedUpUntilMs } from "./step-up.ts";

setDefaultTimeout(600_000);
afterEach(cleanup);
const context = apiServer();
manualCountdowns();
drawnImages();
let adminApi: AdminApi;

beforeEach(() => {
  toast.remove();
  adminApi = new AdminApi(context.server);
});

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const confirmByKey = () => press("Enter", { ctrlKey: true });
const esc = () => press("Escape");
const question = () => screen.findByRole("alertdialog", { name: "Discard what you typed?" });
const dialogs = () => screen.queryAllByRole("dialog");

/** Opens the dialog that completes an approved request. */
async function openCompletion(): Promise<HTMLElement> {
  const { _id: payerId, name: payer } = adminApi.admin;
  const at = "2026-11-20T05:00:00.000Z";
  adminApi.addWithdrawals({
    ...{ amount: 101, status: "approved", approvedAt: at, payer, payerId, paymentStartedAt: at },
  });
  await openApp(context.server, { at: "/admin/withdrawals?status=approved", as: adminApi.admin });
  await waitFor(() => {
    expect(document.querySelector("[data-item-heading]")?.textContent).toBe("$101.00");
    expect(document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
    expect(steppedUpUntilMs.value).not.toBeNull();
  });
  fireEvent.keyDown(document.body, { key: "c" });
  return await screen.findByRole("dialog");
}

const typeId = (dialog: HTMLElement) =>
  fireEvent.change(within(dialog).getByLabelText("Payment ID"), { target: { value: "FT-1" } });

/** As the browser does it: the address is another one by the time that the page hears of it. */
function goBack(): void {
  history.replaceState(null, "", "/admin/deposits");
  act(() => void dispatchEvent(new PopStateEvent("popstate")));
}

/** Whether the browser would ask before it closes the page. */
const asksToClose = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

describe("the browser's Back in a dialog", () => {
  test("asks like Esc, and the address is as before", async () => {
    const dialog = await openCompletion();
    const { href } = location;
    typeId(dialog);
    goBack();
    fireEvent.click(within(await question()).getByRole("button", { name: "Keep it" }));
    expect(location.href).toBe(href);
    expect(within(dialog).getByLabelText("Payment ID")).toHaveProperty("value", "FT-1");
  });

  test("closes one without input, and is none of the page's business after that", async () => {
    await openCompletion();
    goBack();
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    goBack();
    expect(location.pathname).toBe("/admin/deposits");
  });
});

test("the browser's Back leaves a dialog open while its action is being sent", async () => {
  await openCompletion();
  esc();
  await waitFor(() => expect(dialogs()).toHaveLength(0));
  const answer = Promise.withResolvers<Response>();
  const [request] = adminApi.withdrawals;
  context.server.on(`POST /api/admin/withdrawals/${request?._id}/stop-payment`, () => answer.promise);
  fireEvent.keyDown(document.body, { key: "p" });
  const dialog = await screen.findByRole("dialog");
  fireEvent.submit(dialog.querySelector("form") ?? dialog);
  await waitFor(() => expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveProperty("disabled", true));
  goBack();
  expect(dialogs()).toHaveLength(1);
  answer.resolve(ok({ withdrawal: { ...request, payer: null, payerId: null, paymentStartedAt: null } }));
  await waitFor(() => expect(dialogs()).toHaveLength(0));
});

test("closing the page is asked about while something is typed into a dialog, and only then", async () => {
  const dialog = await openCompletion();
  expect(asksToClose()).toBe(false);
  typeId(dialog);
  expect(asksToClose()).toBe(true);
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(dialogs()).toHaveLength(0));
  expect(asksToClose()).toBe(false);
});

describe("Esc in a dialog", () => {
  test("asks before it discards what was typed, and Esc again keeps it", async () => {
    const dialog = await openCompletion();
    typeId(dialog);
    esc();
    await question();
    esc();
    await waitFor(() => expect(screen.queryAllByRole("alertdialog")).toHaveLength(0));
    expect(within(dialog).getByLabelText("Payment ID")).toHaveProperty("value", "FT-1");
    esc();
    // Ctrl+Enter is for the dialog below: it discards nothing.
    await question();
    confirmByKey();
    fireEvent.click(within(await question()).getByRole("button", { name: "Discard" }));
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    expect(adminApi.withdrawals[0]?.status).toBe("approved");
  });

  test("asks before it discards a pasted proof", async () => {
    const dialog = await openCompletion();
    fireEvent.paste(document.body, { clipboardData: { files: [jpegFile("proof.jpg")] } });
    await within(dialog).findByLabelText("What it shows");
    esc();
    await question();
  });

  test("closes one without input at once, and so does Cancel one with input", async () => {
    await openCompletion();
    esc();
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    fireEvent.keyDown(document.body, { key: "c" });
    const dialog = await screen.findByRole("dialog");
    typeId(dialog);
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    expect(screen.queryAllByRole("alertdialog")).toHaveLength(0);
  });
});

describe("after a file was chosen", () => {
  test("the focus is in its caption, and after it was removed on the button that chooses one", async () => {
    const dialog = await openCompletion();
    const choose = within(dialog).getByRole("button", { name: "Choose image" });
    choose.focus();
    const input = within(dialog).getByLabelText("Proof of payment", { selector: "input" });
    fireEvent.change(input, { target: { files: [jpegFile("proof.jpg")] } });
    const caption = await within(dialog).findByLabelText("What it shows");
    await waitFor(() => expect(document.activeElement).toBe(caption));
    const remove = within(dialog).getByRole("button", { name: "Remove image" });
    remove.focus();
    fireEvent.click(remove);
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Choose image" })),
    );
  });
});

describe("Ctrl+Enter", () => {
  test.each([
    ["from a text area", (dialog: HTMLElement) => within(dialog).getByLabelText("Notes for the trader")],
    ["from the button that closes it", (dialog: HTMLElement) => within(dialog).getByRole("button", { name: "Cancel" })],
    ["without a focus", () => null],
  ])("confirms a decision %s", async (_, focused) => {
    const dialog = await openCompletion();
    typeId(dialog);
    fireEvent.paste(document.body, { clipboardData: { files: [jpegFile("proof.jpg")] } });
    await within(dialog).findByLabelText("What it shows");
    const element = focused(dialog);
    if (element) element.focus();
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    confirmByKey();
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    fireEvent.keyDown(document.body, { key: "s" });
    await waitFor(() => expect(adminApi.withdrawals[0]?.status).toBe("completed"));
  });
});

test("Shift and a digit open the tabs of a queue, in any layout, and the list of keys says so", async () => {
  adminApi.addWithdrawals({ amount: 101 }, { amount: 102, status: "approved", approvedAt: "2026-11-20T05:00:00.000Z" });
  const { history } = await openApp(context.server, { at: "/admin/withdrawals", as: adminApi.admin });
  await screen.findByRole("heading", { level: 1, name: "Withdrawals" });
  const tabs = within(screen.getByRole("navigation", { name: "Status" }));
  const names = tabs.getAllByRole("link").map((tab) => tab.getAttribute("aria-keyshortcuts"));
  expect(names).toEqual(names.map((_, place) => `Shift+${place + 1}`));
  press("@", { code: "Digit2", shiftKey: true });
  await waitFor(() => expect(history.at(-1)).toMatch(/status=/));
  expect(tabs.getAllByRole("link")[1]?.getAttribute("aria-current")).toBe("page");
  // Where Shift types the digit itself, the digit means nothing here.
  press("1", { code: "Digit1", shiftKey: true });
  expect(tabs.getAllByRole("link")[1]?.getAttribute("aria-current")).toBe("page");
  for (const key of ["g", "o"]) press(key);
  await screen.findByRole("heading", { level: 1, name: "Overview" });
  press("?");
  const keys = await screen.findByRole("dialog", { name: "Keys" });
  expect(within(keys).getByText("First tab of the list; with 2 the second, and so on")).toBeTruthy();
});

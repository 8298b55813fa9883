import { afterEach, beforeEach, expect, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ROUTE } from "../state/routes.ts";
import { takeFlash } from "../state/storage/flash.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";

setDefaultTimeout(600_000);

const context = apiServer();

/** The URLs of downloads; happy-dom would navigate to them. */
let downloads: string[];
let click: Mock<() => void>;
beforeEach(() => {
  downloads = [];
  click = spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute("download")) downloads.push(new URL(this.href).pathname + new URL(this.href).search);
  });
});
afterEach(() => click.mockRestore());

async function open(person = trader({ balance: 0 })) {
  await openApp(context.server, { at: ROUTE.settings, as: person });
  fireEvent.click(await screen.findByRole("tab", { name: "Privacy" }));
  await screen.findByRole("tab", { name: "Privacy", selected: true });
}
async function openDialog(button: string) {
  fireEvent.click(screen.getByRole("button", { name: button }));
  return within(await screen.findByRole("dialog"));
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test("the data are downloaded after the password, in the selected format", async () => {
  context.server.on("POST /api/auth/step-up", () => ok({}));
  await open();
  const dialog = await openDialog("Download my data");
  const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Download" });
  expect(confirm.disabled).toBe(true);
  type(dialog.getByLabelText("Format"), "csv");
  type(dialog.getByLabelText("Password"), "a fine sentence");
  fireEvent.click(confirm);
  await screen.findByText("Your download has started");
  expect(context.server.callsOf("POST /api/auth/step-up")).toMatchObject([{ body: { password: "a fine sentence" } }]);
  expect(downloads).toEqual(["/api/user/export?format=csv"]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a wrong password downloads nothing and shows an error at its field", async () => {
  context.server.on("POST /api/auth/step-up", () =>
    refuse("invalid_input", "This is not your password", { field: "password" }),
  );
  await open();
  const dialog = await openDialog("Download my data");
  type(dialog.getByLabelText("Password"), "a guess");
  fireEvent.click(dialog.getByRole("button", { name: "Download" }));
  await dialog.findByText("This is not your password");
  expect(dialog.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
  expectRetyped(dialog.getByLabelText("Password"));
  expect(downloads).toEqual([]);
});

test("too many attempts show the API's message", async () => {
  context.server.on("POST /api/auth/step-up", () =>
    refuse("too_many_requests", "Too many requests. Please try again later."),
  );
  await open();
  const dialog = await openDialog("Download my data");
  type(dialog.getByLabelText("Password"), "a guess");
  fireEvent.click(dialog.getByRole("button", { name: "Download" }));
  expect((await dialog.findByRole("alert")).textContent).toBe("Too many requests. Please try again later.");
});

test.each([
  [{ balance: 12.5 }, "There is $12.50 in your account. Withdraw it first."],
  [{ balance: 0, heldBalance: 40 }, "A withdrawal of $40.00 is open. Wait until it is paid, or cancel it."],
])("an account with %p links to its withdrawals and is not closed", async (money, text) => {
  await open(trader(money));
  const dialog = await openDialog("Close account");
  dialog.getByText(text);
  expect(dialog.queryByLabelText("Password")).toBeNull();
  expect(dialog.getByRole("link", { name: "Go to withdrawals" }).getAttribute("href")).toBe(ROUTE.accountWithdraw);
});

test("an account is closed after the password, and the next page confirms it", async () => {
  context.server.on("POST /api/user/close", () => ok({ message: "Your account is closed." }));
  context.server.on("POST /api/auth/logout", () => ok({}));
  await open();
  const dialog = await openDialog("Close account");
  expect(dialog.queryByLabelText(/recovery code/)).toBeNull();
  const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Close account" });
  expect(confirm.disabled).toBe(true);
  type(dialog.getByLabelText("Password"), "a fine sentence");
  fireEvent.click(confirm);
  await waitFor(() => expect(context.server.callsOf("POST /api/auth/logout")).toHaveLength(1));
  expect(context.server.callsOf("POST /api/user/close")).toMatchObject([{ body: { password: "a fine sentence" } }]);
  expect(takeFlash()).toEqual({ kind: "success", text: "Your account is closed. An e-mail confirms it." });
});

test("with a second factor a code is required too, and a wrong one shows an error", async () => {
  context.server.on("POST /api/user/close", () => refuse("invalid_code", "Invalid or expired code", { field: "code" }));
  await open(trader({ balance: 0, security: { ...trader().security, twoFactor: true, recoveryCodesLeft: 9 } }));
  const dialog = await openDialog("Close account");
  type(dialog.getByLabelText("Password"), "a fine sentence");
  const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Close account" });
  expect(confirm.disabled).toBe(true);
  type(dialog.getByLabelText("Code from the app, or a recovery code"), "123456");
  fireEvent.click(confirm);
  await dialog.findByText("Invalid or expired code");
  expect(context.server.callsOf("POST /api/user/close")).toMatchObject([
    { body: { password: "a fine sentence", code: "123456" } },
  ]);
});

test("the API's reason against closing is shown, and the user stays signed in", async () => {
  const text = "You have an open payment code. Cancel it, or wait until it expires.";
  context.server.on("POST /api/user/close", () => refuse("account_in_use", text));
  await open();
  const dialog = await openDialog("Close account");
  type(dialog.getByLabelText("Password"), "a fine sentence");
  fireEvent.click(dialog.getByRole("button", { name: "Close account" }));
  expect((await dialog.findByRole("alert")).textContent).toBe(text);
  expect(takeFlash()).toBeNull();
  await context.callsArrive();
  expect(context.server.callsOf("POST /api/auth/logout")).toHaveLength(0);
});

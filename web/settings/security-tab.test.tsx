import { beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { peekQuery, setQueryValue } from "../state/query.ts";
import { ROUTE } from "../state/routes.ts";
import { settings } from "../state/settings.ts";
import { apiServer, type Call, ok, refuse } from "../test/api-server.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { openApp } from "../test/open-app.tsx";
import { trader } from "../test/trader.ts";
import { WITHDRAWALS } from "../withdrawals/withdrawal-calls.ts";

setDefaultTimeout(600_000);

const context = apiServer();

const ENROL = "POST /api/auth/totp/enrol";
const CONFIRM = "POST /api/auth/totp/confirm";
const DISABLE = "POST /api/auth/totp/disable";
const PASSWORD = "POST /api/auth/password";
const SESSIONS = "GET /api/auth/sessions";
const ALERTS = "POST /api/auth/login-alerts";
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const CODES = Array.from({ length: 10 }, (_, n) => `7K2M-Q9XA-40T${n}`);

const session = (id: string, changes: object = {}) => ({
  id,
  device: "Chrome on Windows",
  country: "KH",
  isCurrent: false,
  createdAt: "2026-11-20T03:20:00.000Z",
  lastUsedAt: new Date(Date.now() - 51.5 * HOUR_MS).toISOString(),
  ...changes,
});
const CURRENT = session("s-1", { device: "Firefox on Linux", country: null, isCurrent: true });

const withFactor = (twoFactor: boolean, recoveryCodesLeft = twoFactor ? 10 : 0) =>
  trader({ security: { twoFactor, recoveryCodesLeft, loginAlerts: true, hasPassword: true, google: false } });

/** Sets the user that the API returns from now on. */
function setUser(person = trader()) {
  context.server.on("GET /api/auth/check", () => ok({ user: person, token: "token-1" }));
}

async function open(person = trader()) {
  await openApp(context.server, { at: ROUTE.settings, as: person });
  fireEvent.click(await screen.findByRole("tab", { name: "Security" }));
  await screen.findByText("This browser");
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const toggle = () => screen.getByRole("switch", { name: "Two-factor authentication" });
const field = (label: string) => within(screen.getByRole("dialog")).getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const bodiesOf = (route: string) => context.server.callsOf(route).map(({ body }) => body);
const keyShown = () => screen.findByRole("img", { name: "QR code with the key for your authenticator app" });
// A failing expectation on a DOM node takes minutes to print it.
const dialogClosed = () => waitFor(() => expect(screen.queryByRole("dialog") === null).toBe(true));

beforeEach(() => {
  context.server
    .on("POST /api/auth/activity", () => ok())
    .on(SESSIONS, () => ok({ sessions: [CURRENT] }))
    .on(ENROL, () => ok({ secret: SECRET, otpauthUrl: `otpauth://totp/Tonle:a?secret=${SECRET}`, expiresAt: "" }))
    .on(CONFIRM, ({ body }: Call) => {
      if ((body as { code: string }).code !== "123456") {
        return refuse("invalid_code", "Invalid or expired code", { field: "code" });
      }
      setUser(withFactor(true));
      return ok({ message: "Two-factor authentication is on.", recoveryCodes: CODES });
    });
});

describe("turning the second factor on", () => {
  test("shows the key to scan, to open and to type, and says that withdrawals are delayed", async () => {
    await open();
    expect(toggle().getAttribute("aria-checked")).toBe("false");
    expect(screen.getByText("Logging in also needs a code from an app on your phone.")).toBeTruthy();
    fireEvent.click(toggle());
    await keyShown();
    expect(screen.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    expect(screen.getByText("Open the authenticator app").getAttribute("href")).toContain("otpauth://totp/");
    expect(screen.getByText("No withdrawal is approved in the next 24 hours.")).toBeTruthy();
    // A second request would invalidate the first key.
    expect(bodiesOf(ENROL)).toEqual([{}]);
    press("Cancel");
    await dialogClosed();
    expect(toggle().getAttribute("aria-checked")).toBe("false");
  });

  test("requires a code, shows the recovery codes, and closes only after they are saved", async () => {
    await open();
    fireEvent.click(toggle());
    await keyShown();
    expect(button("Turn on").disabled).toBe(true);
    type("Code", "00 00 00");
    press("Turn on");
    expect((await screen.findByRole("alert")).textContent).toBe("Invalid or expired code");
    expect(field("Code").value).toBe("");
    type("Code", "123456");
    expect(screen.queryByRole("alert")).toBeNull();
    const limits = {
      request: 0,
      day: 0,
      dayLeft: 0,
      moreAt: null,
      wantsVerifiedIdentity: false,
      needsSecondFactor: true,
      owed: null,
    };
    setQueryValue(WITHDRAWALS, { rows: [], nextCursor: null, pageCount: 1, limits });
    press("Turn on");

    const list = await screen.findByRole("list", { name: "Recovery codes" });
    expect([...list.children].map((item) => item.textContent)).toEqual(CODES);
    expect(screen.getByText(/each of these 10 codes opens your account once/)).toBeTruthy();
    // The form of a withdrawal does not ask for it again.
    expect(peekQuery(WITHDRAWALS).value).toBeNull();
    press("Done");
    expect(screen.getByRole("alert").textContent).toBe("Save the codes first: they are not shown again.");
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
    expect(screen.getByRole("dialog")).toBeTruthy();
    fireEvent.click(screen.getByRole("checkbox", { name: "I have saved these codes" }));
    expect(screen.queryByRole("alert")).toBeNull();
    press("Done");
    await dialogClosed();
    expect(await screen.findByText("Two-factor authentication is on")).toBeTruthy();
    await waitFor(() => expect(toggle().getAttribute("aria-checked")).toBe("true"));
    expect(screen.getByText(/needs a code from your authenticator app. 10 recovery codes left./)).toBeTruthy();
  });

  test("copies the codes to the clipboard, and downloads a file with the account's address", async () => {
    await open();
    fireEvent.click(toggle());
    await keyShown();
    type("Code", "123456");
    press("Turn on");
    await screen.findByRole("list", { name: "Recovery codes" });

    const write = spyOn(navigator.clipboard, "writeText").mockImplementation(() => Promise.resolve());
    press("Copy");
    expect(await screen.findByText("Recovery codes copied")).toBeTruthy();
    expect(write.mock.calls).toEqual([[CODES.join("\n")]]);
    write.mockImplementation(() => Promise.reject(new Error("refused")));
    press("Copy");
    expect(await screen.findByText("Not copied: select the codes instead")).toBeTruthy();
    write.mockRestore();

    const files: Blob[] = [];
    const create = spyOn(URL, "createObjectURL").mockImplementation((file) => {
      files.push(file as Blob);
      return "blob:codes";
    });
    const click = spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    press("Download");
    expect(await files[0]?.text()).toBe(
      `Tonle recovery codes of sokha@example.com\nEach opens the account once, in place of the authenticator app.\n\n${CODES.join("\n")}\n`,
    );
    create.mockRestore();
    click.mockRestore();
  });

  test("asks for the password when the log-in is some time ago", async () => {
    context.server.on(ENROL, ({ body }) => {
      const { password } = body as { password?: string };
      if (password === undefined)
        return refuse("step_up_required", "Enter your password to continue", { field: "password" });
      if (password !== "a long password")
        return refuse("invalid_input", "This is not your password", { field: "password" });
      return ok({ secret: SECRET, otpauthUrl: "otpauth://totp/Tonle:a", expiresAt: "" });
    });
    await open();
    fireEvent.click(toggle());
    await screen.findByText("You logged in a while ago. Enter your password to continue.");
    expect(button("Continue").disabled).toBe(true);
    type("Password", "a wrong password");
    press("Continue");
    expect((await screen.findByRole("alert")).textContent).toBe("This is not your password");
    expectRetyped(field("Password"));
    type("Password", "a long password");
    expect(screen.queryByRole("alert")).toBeNull();
    press("Continue");
    await keyShown();
  });

  test("shows an error when no key could be created, and retries", async () => {
    context.server.on(ENROL, () => refuse("internal", "Something went wrong. Please try again."));
    await open();
    fireEvent.click(toggle());
    await screen.findByText("The key could not be created");
    expect(screen.getByText("Nothing was changed. Please try again.")).toBeTruthy();
    context.server.on(ENROL, () => ok({ secret: SECRET, otpauthUrl: "otpauth://totp/Tonle:a", expiresAt: "" }));
    press("Try again");
    await keyShown();
  });

  test("a refused code leaves its empty field the focus, says why, and the next one is sent", async () => {
    context.server.on(CONFIRM, () =>
      refuse("invalid_code", "Invalid or expired code", { field: "code", reason: "clock" }),
    );
    await open();
    fireEvent.click(toggle());
    await keyShown();
    type("Code", "123456");
    press("Turn on");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Invalid or expired code. The code is of another time. Set your phone's clock to automatic, then enter the next code.",
    );
    expect([field("Code").value, document.activeElement === field("Code")]).toEqual(["", true]);
    type("Code", "654321");
    press("Turn on");
    await waitFor(() => expect(bodiesOf(CONFIRM)).toEqual([{ code: "123456" }, { code: "654321" }]));
    await screen.findByRole("alert");
  });

  test("shows an error when the key has expired or there is no response", async () => {
    const message = "This key is too old or was replaced by another one. Please start again.";
    context.server.on(CONFIRM, () => refuse("wrong_state", message));
    await open();
    fireEvent.click(toggle());
    await keyShown();
    type("Code", "123456");
    press("Turn on");
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    await context.server.stop();
    type("Code", "123456");
    press("Turn on");
    expect(await screen.findByText("The code could not be checked. Please try again.")).toBeTruthy();
  });
});

describe("turning the second factor off", () => {
  test("requires the password and a code, and shows each error at its field", async () => {
    context.server.on(DISABLE, ({ body }) => {
      const { password, code } = body as { password: string; code: string };
      if (password !== "a long password")
        return refuse("invalid_input", "This is not your password", { field: "password" });
      if (code !== CODES[0])
        return refuse("invalid_code", "Invalid or expired code", { field: "code", reason: "used" });
      setUser(withFactor(false));
      return ok({ message: "Two-factor authentication is off." });
    });
    await open(withFactor(true));
    expect(toggle().getAttribute("aria-checked")).toBe("true");
    fireEvent.click(toggle());
    expect(screen.getByText(/your recovery codes will no longer work/).textContent).toContain("24 hours");
    expect(button("Turn off").disabled).toBe(true);
    type("Password", "a wrong password");
    type("Code from the app, or a recovery code", "១២៣456");
    expect(field("Code from the app, or a recovery code").value).toBe("123456");
    press("Turn off");
    let alert = await screen.findByRole("alert");
    expect(field("Password").getAttribute("aria-describedby")).toBe(alert.id);
    expectRetyped(field("Password"));
    type("Password", "a long password");
    expect(screen.queryByRole("alert")).toBeNull();
    press("Turn off");
    alert = await screen.findByRole("alert");
    expect(field("Code from the app, or a recovery code").getAttribute("aria-describedby")).toBe(alert.id);
    expect(alert.textContent).toContain("The code was already used.");
    expectRetyped(field("Code from the app, or a recovery code"));
    type("Code from the app, or a recovery code", CODES[0] ?? "");
    press("Turn off");
    await dialogClosed();
    expect(await screen.findByText("Two-factor authentication is off")).toBeTruthy();
    // The account is loaded again after the toast.
    await waitFor(() => expect(toggle().getAttribute("aria-checked")).toBe("false"));
  });

  test("shows other refusals and a missing response", async () => {
    context.server.on(DISABLE, () => refuse("too_many_requests", "Too many requests. Please try again later."));
    await open(withFactor(true));
    fireEvent.click(toggle());
    type("Password", "a long password");
    type("Code from the app, or a recovery code", "123456");
    press("Turn off");
    expect((await screen.findByRole("alert")).textContent).toBe("Too many requests. Please try again later.");
    await context.server.stop();
    press("Turn off");
    expect(
      await screen.findByText("Two-factor authentication could not be turned off. Please try again."),
    ).toBeTruthy();
  });
});

test.each([
  [3, "Logging in also needs a code from your authenticator app. 3 recovery codes left."],
  [2, "2 recovery codes left. Turn it off and on again for ten new ones."],
  [1, "1 recovery code left. Turn it off and on again for ten new ones."],
  [0, "0 recovery codes left. Turn it off and on again for ten new ones."],
])("with %i recovery codes left it shows their number", async (left, text) => {
  await open(withFactor(true, left));
  expect(screen.getByText(text)).toBeTruthy();
});

describe("changing the password", () => {
  async function openDialog() {
    await open();
    press("Change password");
    expect(screen.getByText(/Every other browser is signed out/).textContent).toContain("24 hours");
  }
  const submit = () => fireEvent.submit(screen.getByLabelText("Current password").closest("form") as HTMLFormElement);
  function fill(current: string, next: string, repeated = next) {
    type("Current password", current);
    type("New password", next);
    type("Confirm new password", repeated);
  }

  test("with two different entries shows an error without sending a request", async () => {
    await openDialog();
    fill("a long password", "another sentence", "another sentense");
    submit();
    expect((await screen.findByRole("alert")).textContent).toBe("Passwords do not match");
    await context.callsArrive();
    expect(bodiesOf(PASSWORD)).toEqual([]);
    expectRetyped(field("Confirm new password"));
    type("Confirm new password", "another sentence");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("shows an error under the field it names", async () => {
    const refusals: Record<string, string> = {
      currentPassword: "This is not your current password",
      newPassword: "This password is too common. Choose another.",
    };
    await openDialog();
    fill("a wrong password", "qwertyuiop");
    for (const [name, label] of [
      ["currentPassword", "Current password"],
      ["newPassword", "New password"],
    ] as const) {
      context.server.on(PASSWORD, () => refuse("invalid_input", refusals[name] ?? "", { field: name }));
      submit();
      await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(refusals[name] ?? ""));
      expect(field(label).getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
      expectRetyped(field(label));
    }
  });

  test("says in the dialog that too many passwords wait to be checked, and can be sent again", async () => {
    const busy = "Service temporarily unavailable. Please try again.";
    context.server.on(PASSWORD, () => refuse("busy", busy));
    await openDialog();
    fill("a long password", "another sentence");
    submit();
    expect((await screen.findByRole("alert")).textContent).toBe(busy);
    expect(field("Current password").value).toBe("a long password");
    context.server.on(PASSWORD, () => ok({ message: "Password changed." }));
    submit();
    await screen.findByText("Password changed.");
    expect(bodiesOf(PASSWORD)).toHaveLength(2);
  });

  test("confirms the change and loads the list of sessions again", async () => {
    const message = "Password changed. Every other browser was signed out.";
    const answered = Promise.withResolvers<Response>();
    context.server.on(PASSWORD, () => answered.promise);
    await openDialog();
    fill("a long password", "another sentence");
    const reads = context.server.callsOf(SESSIONS).length;
    submit();
    await screen.findByRole("button", { name: "Changing..." });
    answered.resolve(ok({ message, token: "token-2" }));
    expect(await screen.findByText(message)).toBeTruthy();
    await dialogClosed();
    expect(bodiesOf(PASSWORD)).toEqual([{ currentPassword: "a long password", newPassword: "another sentence" }]);
    await waitFor(() => expect(context.server.callsOf(SESSIONS).length).toBeGreaterThan(reads));
  });

  test("keeps the form when there is no response", async () => {
    await openDialog();
    fill("a long password", "another sentence");
    await context.server.stop();
    submit();
    expect(await screen.findByText("The password could not be changed. Please try again.")).toBeTruthy();
    expect(field("New password").value).toBe("another sentence");
  });
});

describe("the sessions", () => {
  const PHONE = session("s-2", { device: "Safari on iPhone" });
  const DESKTOP = session("s-3", { country: "FR" });

  test("are listed with device, place and last use; the current one has no end button", async () => {
    context.server.on(SESSIONS, () => ok({ sessions: [CURRENT, PHONE, DESKTOP] }));
    await open();
    const rows = within(screen.getByRole("region", { name: "Where you are signed in" })).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      "Firefox on LinuxThis browserIn use now. Signed in Nov 20, 2026, 10:20 AM",
      "Safari on iPhone, CambodiaLast used 2\u00a0d 3\u00a0h ago. Signed in Nov 20, 2026, 10:20 AMEnd session",
      "Chrome on Windows, FranceLast used 2\u00a0d 3\u00a0h ago. Signed in Nov 20, 2026, 10:20 AMEnd session",
    ]);
  });

  test("show a note when there is only one, and no end button", async () => {
    await open();
    expect(await screen.findByText("You are not signed in anywhere else.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "End all others" })).toBeNull();
  });

  test("end one after a confirmation, and the list is loaded again", async () => {
    let listed = [CURRENT, PHONE];
    context.server
      .on(SESSIONS, () => ok({ sessions: listed }))
      .on("DELETE /api/auth/sessions/s-2", () => {
        listed = [CURRENT];
        return ok();
      });
    await open();
    press("End session: Safari on iPhone");
    expect(screen.getByText(/Safari on iPhone, Cambodia, is signed out with its next action/)).toBeTruthy();
    press("Cancel");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    press("End session: Safari on iPhone");
    press("End session");
    expect(await screen.findByText("Session ended")).toBeTruthy();
    expect(await screen.findByText("You are not signed in anywhere else.")).toBeTruthy();
    expect(context.server.callsOf("DELETE /api/auth/sessions/s-2")).toHaveLength(1);
  });

  test("treat an already ended session as ended; a failure is reported", async () => {
    context.server
      .on(SESSIONS, () => ok({ sessions: [CURRENT, PHONE] }))
      .on("DELETE /api/auth/sessions/s-2", () => refuse("internal", "Something went wrong. Please try again."));
    await open();
    press("End session: Safari on iPhone");
    press("End session");
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong. Please try again.");
    context.server.on("DELETE /api/auth/sessions/s-2", () => refuse("not_found", "Not found"));
    press("End session");
    expect(await screen.findByText("Session ended")).toBeTruthy();
  });

  test("end all others at once", async () => {
    let listed = [CURRENT, PHONE, DESKTOP];
    context.server
      .on(SESSIONS, () => ok({ sessions: listed }))
      .on("DELETE /api/auth/sessions", () => {
        listed = [CURRENT];
        return ok({ ended: 2 });
      });
    await open();
    press("End all others");
    expect(screen.getByText("2 other browsers are signed out with their next action.")).toBeTruthy();
    fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "End all others" }));
    expect(await screen.findByText("All other sessions ended")).toBeTruthy();
    expect(await screen.findByText("You are not signed in anywhere else.")).toBeTruthy();
  });

  test("show an error when they fail to load, and retry", async () => {
    context.server.on(SESSIONS, () => refuse("internal", "Something went wrong. Please try again."));
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    await openApp(context.server, { at: ROUTE.settings, as: trader() });
    fireEvent.click(await screen.findByRole("tab", { name: "Security" }));
    await screen.findByText("Your sessions could not be loaded");
    warn.mockRestore();
    context.server.on(SESSIONS, () => ok({ sessions: [CURRENT] }));
    press("Try again");
    await screen.findByText("This browser");
  });
});

describe("log-in alerts", () => {
  const alerts = () => screen.getByRole("switch", { name: "Log-in alerts" });

  test("are saved with the account, a draft until saved, and sent only when changed", async () => {
    context.server.on(ALERTS, () => ok({ loginAlerts: false }));
    await open();
    expect(alerts().getAttribute("aria-checked")).toBe("true");
    press("Save Changes");
    expect(await screen.findByText("Settings saved successfully!")).toBeTruthy();
    await context.callsArrive();
    expect(bodiesOf(ALERTS)).toEqual([]);
    fireEvent.click(alerts());
    press("Save Changes");
    await waitFor(() => expect(bodiesOf(ALERTS)).toEqual([{ loginAlerts: false }]));
    await waitFor(() => expect(button("Save Changes").disabled).toBe(false));
    expect(alerts().getAttribute("aria-checked")).toBe("false");
    press("Save Changes");
    await context.callsArrive();
    expect(bodiesOf(ALERTS)).toHaveLength(1);
  });

  test("that cannot be saved show an error, and nothing else is saved either", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {});
    context.server.on(ALERTS, () => refuse("internal", "Something went wrong. Please try again."));
    await open();
    fireEvent.click(alerts());
    fireEvent.change(screen.getByLabelText("Session timeout"), { target: { value: "15" } });
    press("Save Changes");
    expect(await screen.findByText("Failed to save settings")).toBeTruthy();
    expect(settings.value.security.sessionTimeoutMin).toBe(30);
    warn.mockRestore();
  });
});

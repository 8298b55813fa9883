import { expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { ROUTE } from "../state/routes.ts";
import { takeFlash } from "../state/storage/flash.ts";
import { keepPendingVerification } from "../state/storage/pending-verification.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { openApp } from "../test/open-app.tsx";

setDefaultTimeout(600_000);

const context = apiServer();

const boxes = () => screen.getAllByRole<HTMLInputElement>("textbox");
const button = (name = "Verify Email") => screen.getByRole<HTMLButtonElement>("button", { name });

async function open() {
  await openApp(context.server, { at: ROUTE.verifyEmail, as: null });
  await screen.findByRole("heading", { name: "Check your e-mail" });
}

function paste(text: string) {
  const [first] = boxes();
  if (first) fireEvent.paste(first, { clipboardData: { getData: () => text } });
}

test("the page names the recipient and says that delivery may take minutes", async () => {
  keepPendingVerification({ email: "sokha@example.com", codeSentAtMs: Date.now() });
  await open();
  expect(screen.getByText("sokha@example.com")).toBeTruthy();
  expect(screen.getByText(/It can take a few minutes to arrive/)).toBeTruthy();
});

test("the button is disabled while any box is empty, and the last character submits the code", async () => {
  const answered = Promise.withResolvers<Response>();
  context.server.on("POST /api/auth/verify-email", () => answered.promise);
  await open();
  for (const [index, character] of [..."7KQ4M"].entries()) {
    const box = boxes()[index];
    if (box) fireEvent.change(box, { target: { value: character } });
    expect(button().disabled).toBe(true);
  }
  const last = boxes()[5];
  if (last) fireEvent.change(last, { target: { value: "2" } });
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Verifying..." })).disabled).toBe(true);
  await waitFor(() => expect(context.server.callsOf("POST /api/auth/verify-email")).toHaveLength(1));
  expect(context.server.callsOf("POST /api/auth/verify-email")[0]?.body).toEqual({ code: "7KQ4M2" });
  answered.resolve(refuse("invalid_code", "Invalid or expired code", { field: "code" }));
  await screen.findByRole("alert");
});

test("a sign-up that is too old for another code links to the log-in, which sends one", async () => {
  const message = "Your sign-up has expired. Log in to get a new code.";
  context.server.on("POST /api/auth/resend-verification", () => refuse("not_signed_in", message));
  await open();
  expect(screen.queryByRole("link", { name: "Log in" })).toBe(null);
  fireEvent.click(button("Send a new code"));
  await screen.findByText(message);
  expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe(ROUTE.login);
});

test("a pasted code is cut to six characters and sent; success redirects to the landing page with a toast", async () => {
  context.server.on("POST /api/auth/verify-email", () => ok({ message: "Email verified successfully!" }));
  const assign = spyOn(location, "assign").mockImplementation(() => {});
  await open();
  paste("7KQ4M2XYZ");
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  expect(context.server.callsOf("POST /api/auth/verify-email")[0]?.body).toEqual({ code: "7KQ4M2" });
  expect(takeFlash()).toEqual({ kind: "success", text: "Email verified successfully" });
  expect(takeFlash()).toBeNull();
  assign.mockRestore();
});

test("a wrong code is reported in red below the boxes, and typing clears it", async () => {
  context.server.on("POST /api/auth/verify-email", () =>
    refuse("invalid_code", "Invalid or expired code", { field: "code" }),
  );
  await open();
  paste("AAAAAA");
  expect((await screen.findByRole("alert")).textContent).toBe("Invalid or expired code");
  expect(button().disabled).toBe(true);
  const first = boxes()[0];
  if (first) fireEvent.change(first, { target: { value: "B" } });
  expect(screen.queryAllByRole("alert")).toHaveLength(0);
});

const codesSent = () => context.server.callsOf("POST /api/auth/verify-email").map(({ body }) => body);
const values = () => boxes().map(({ value }) => value);

/** Types as a hand does: each key goes to the box that has the focus. */
function typeKeys(keys: string) {
  for (const key of keys) {
    const box = boxes().find((each) => each === document.activeElement);
    if (!box) throw new Error("no box has the focus");
    fireEvent.change(box, { target: { value: key } });
  }
}

test("a refused code empties the boxes, the first has the focus, and nothing is sent before six more characters", async () => {
  context.server.on("POST /api/auth/verify-email", () =>
    refuse("invalid_code", "Invalid or expired code", { field: "code", triesLeft: 4 }),
  );
  await open();
  typeKeys("ABCDEF");
  expect((await screen.findByRole("alert")).textContent).toBe("Invalid or expired code. 4 tries are left.");
  expect([values(), document.activeElement === boxes()[0]]).toEqual([["", "", "", "", "", ""], true]);
  typeKeys("XYZ12");
  await context.callsArrive();
  expect(codesSent()).toEqual([{ code: "ABCDEF" }]);
  context.server.on("POST /api/auth/verify-email", () =>
    refuse("invalid_code", "Invalid or expired code", { field: "code", triesLeft: 1 }),
  );
  typeKeys("3");
  await screen.findByText("Invalid or expired code. One try is left.");
  expect(codesSent()).toEqual([{ code: "ABCDEF" }, { code: "XYZ123" }]);
  // Pasting works as well.
  paste("7KQ4M2");
  await waitFor(() => expect(codesSent()).toHaveLength(3));
  expect(codesSent()[2]).toEqual({ code: "7KQ4M2" });
  await waitFor(() => expect(values()).toEqual(["", "", "", "", "", ""]));
});

test("a code without tries offers a new one, after which the boxes are empty and have the focus", async () => {
  context.server
    .on("POST /api/auth/verify-email", () =>
      refuse("invalid_code", "Invalid or expired code", { field: "code", triesLeft: 0 }),
    )
    .on("POST /api/auth/resend-verification", () => ok({ message: "A new code is on its way." }));
  await open();
  expect(button("Send a new code").dataset.variant).toBe("plain");
  typeKeys("ABCDEF");
  const alert = "Invalid or expired code. This code cannot be used any more. Send yourself a new one.";
  expect((await screen.findByRole("alert")).textContent).toBe(alert);
  typeKeys("XY");
  expect(button("Send a new code").dataset.variant).toBe("accent");
  button("Send a new code").focus();
  fireEvent.click(button("Send a new code"));
  await screen.findByText("A new code is on its way.");
  expect([values(), document.activeElement === boxes()[0]]).toEqual([["", "", "", "", "", ""], true]);
  expect(screen.queryAllByRole("alert")).toHaveLength(0);
});

test("a code whose answer was lost stays: the button sends it again, and typing sends it after six characters", async () => {
  await open();
  await context.server.stop();
  typeKeys("ABCDEF");
  expect((await screen.findByRole("alert")).textContent).toBe("Error verifying email");
  expect(values().join("")).toBe("ABCDEF");
  context.server.start();
  context.server.on("POST /api/auth/verify-email", () => refuse("busy", "Service temporarily unavailable."));
  fireEvent.click(button());
  await screen.findByText("Service temporarily unavailable.");
  expect([codesSent(), document.activeElement === boxes()[0]]).toEqual([[{ code: "ABCDEF" }], true]);
  typeKeys("XYZ12");
  await context.callsArrive();
  expect(codesSent()).toHaveLength(1);
  typeKeys("3");
  await waitFor(() => expect(codesSent()).toEqual([{ code: "ABCDEF" }, { code: "XYZ123" }]));
  await screen.findByText("Service temporarily unavailable.");
});

test("a lost response shows the catalogue's message", async () => {
  await open();
  await context.server.stop();
  paste("AAAAAA");
  expect((await screen.findByRole("alert")).textContent).toBe("Error verifying email");
});

test("a new code can be requested a minute after the last one, and then the countdown restarts", async () => {
  context.server.on("POST /api/auth/resend-verification", () => ok({ message: "A new code is on its way." }));
  keepPendingVerification({ email: "sokha@example.com", codeSentAtMs: Date.now() - 59_000 });
  await open();
  expect(screen.getByText(/Send a new code in/)).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Send a new code" }));
  expect(await screen.findByText("A new code is on its way.")).toBeTruthy();
  expect(screen.getByText(/Send a new code in/)).toBeTruthy();
});

test("a refused resend waits as long as the API says", async () => {
  context.server.on("POST /api/auth/resend-verification", () =>
    refuse("too_many_requests", "Too many requests. Please try again later.", { retryAfterS: 42 }),
  );
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Send a new code" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Too many requests. Please try again in 42\u00a0s.");
  expect(screen.getByText("0:42")).toBeTruthy();
});

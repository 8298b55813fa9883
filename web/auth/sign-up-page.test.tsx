import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { isSolution, type Proof } from "../../worker/contract/proof-of-work.ts";
import { ROUTE } from "../state/routes.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { BROWSER_ZONE } from "../test/clock.ts";
import { expectRetyped } from "../test/expect-retyped.ts";
import { openApp } from "../test/open-app.tsx";

setDefaultTimeout(600_000);

const context = apiServer();

const FILLED = {
  "First name": "Sokha",
  "Last name": "Chan",
  Username: "sokha.chan",
  "E-mail": "sokha@example.com",
  Password: "a sentence works",
};

const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Create account" });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

function type(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } });
}

async function openFilled() {
  const result = await openApp(context.server, { at: ROUTE.signUp, as: null });
  await screen.findByRole("heading", { name: "Create your account" });
  for (const [label, value] of Object.entries(FILLED)) type(label, value);
  return result;
}

test("the button is enabled only when all five fields contain more than spaces", async () => {
  await openFilled();
  expect(button().disabled).toBe(false);
  for (const [label, value] of Object.entries(FILLED)) {
    type(label, "  ");
    expect(button().disabled).toBe(true);
    type(label, value);
    expect(button().disabled).toBe(false);
  }
});

test("typing begins in the first field", async () => {
  await openApp(context.server, { at: ROUTE.signUp, as: null });
  await screen.findByRole("heading", { name: "Create your account" });
  expect(document.activeElement).toBe(field("First name"));
});

test("every value except the password is trimmed, and the code page opens with the API's message in a toast", async () => {
  const message = "Account created successfully! Please check your email to verify your account.";
  context.server.on("POST /api/auth/signup", () => ok({ message: message }));
  const { history } = await openFilled();
  type("First name", " Sokha ");
  type("Password", " a sentence works ");
  fireEvent.click(button());
  await screen.findByRole("heading", { name: "Check your e-mail" });
  expect(history.at(-1)).toBe(ROUTE.verifyEmail);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(context.server.callsOf("POST /api/auth/signup")[0]?.body).toMatchObject({
    firstName: "Sokha",
    password: " a sentence works ",
    timeZone: BROWSER_ZONE,
  });
});

test("a refusal appears under the field it names, and the form keeps its values", async () => {
  context.server.on("POST /api/auth/signup", () =>
    refuse("username_taken", "This username is taken", { field: "username" }),
  );
  const { history } = await openFilled();
  fireEvent.click(button());
  const error = await screen.findByRole("alert");
  expect(error.textContent).toBe("This username is taken");
  expect(field("Username").getAttribute("aria-describedby")).toBe(error.id);
  for (const [label, value] of Object.entries(FILLED)) expect(field(label).value).toBe(value);
  expectRetyped(field("Username"));
  expect(history.at(-1)).toBe(ROUTE.signUp);
  type("Username", "sokha.c");
  expect(screen.queryAllByRole("alert")).toHaveLength(0);
});

test("a refusal without a field appears above the button, and so does an unreachable API", async () => {
  context.server.on("POST /api/auth/signup", () =>
    refuse("too_many_requests", "Too many requests. Please try again later."),
  );
  await openFilled();
  fireEvent.click(button());
  expect((await screen.findByRole("alert")).textContent).toBe("Too many requests. Please try again later.");
  await context.server.stop();
  fireEvent.click(button());
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Error signing up"));
});

test("while too many passwords wait to be hashed the form says so, keeps its values and can be sent again", async () => {
  const busy = "Service temporarily unavailable. Please try again.";
  context.server.on("POST /api/auth/signup", () => refuse("busy", busy));
  await openFilled();
  fireEvent.click(button());
  expect((await screen.findByRole("alert")).textContent).toBe(busy);
  for (const [label, value] of Object.entries(FILLED)) expect(field(label).value).toBe(value);
  context.server.on("POST /api/auth/signup", () => ok({ message: "Account created" }));
  fireEvent.click(button());
  await screen.findByRole("heading", { name: "Check your e-mail" });
});

describe("during a flood of sign-ups", () => {
  const SIGN_UP = "POST /api/auth/signup";
  const challengeOf = (nonce: string) => ({ nonce, iterations: 1, zeroBits: 4, task: "" });
  const proofOf = (body: unknown) => (body as { proof?: Proof }).proof;
  const isRight = async (proof: Proof | undefined, nonce: string) =>
    proof?.nonce === nonce && (await isSolution(challengeOf(nonce), proof.answer));

  test("the form solves what is asked and sends itself again, also after an expired challenge", async () => {
    const nonces = ["first", "second"];
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    context.server.on(SIGN_UP, async ({ body }) => {
      const proof = proofOf(body);
      if (await isRight(proof, "second")) return ok({ message: "Account created" });
      if (proof) await isReleased;
      return refuse("proof_needed", "Please try again", { challenge: challengeOf(nonces.shift() ?? "third") });
    });
    const { history } = await openFilled();
    fireEvent.click(button());
    expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Checking..." })).disabled).toBe(true);
    for (const [label, value] of Object.entries(FILLED)) expect(field(label).value).toBe(value);
    release();
    await screen.findByRole("heading", { name: "Check your e-mail" });
    expect(history.at(-1)).toBe(ROUTE.verifyEmail);
    const [first, ...others] = context.server.callsOf(SIGN_UP).map(({ body }) => body);
    expect(proofOf(first)).toBeUndefined();
    for (const body of others)
      expect({ ...(body as object), proof: undefined }).toEqual({ ...(first as object), proof: undefined });
    expect(others.map((body) => proofOf(body)?.nonce)).toEqual(["first", "second"]);
  });

  test("the form gives up after a few challenges, keeps its values and can be sent again", async () => {
    context.server.on(SIGN_UP, () => refuse("proof_needed", "Please try again", { challenge: challengeOf("any") }));
    await openFilled();
    fireEvent.click(button());
    expect((await screen.findByRole("alert")).textContent).toBe("Please try again");
    expect([context.server.callsOf(SIGN_UP).length, button().disabled]).toEqual([4, false]);
    for (const [label, value] of Object.entries(FILLED)) expect(field(label).value).toBe(value);
    context.server.on(SIGN_UP, () => ok({ message: "Account created" }));
    fireEvent.click(button());
    await screen.findByRole("heading", { name: "Check your e-mail" });
  });
});

import { expect, setDefaultTimeout, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import { rememberAccount } from "../state/account-storage.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { render } from "../test/render.tsx";
import { greetKnownVisitor } from "./known-visitor.ts";
import { LandingPage } from "./landing-page.tsx";

setDefaultTimeout(600_000);

const CHECK = "GET /api/auth/check";
const context = apiServer();

/** The targets of the visible links and buttons. */
const visibleLinks = () =>
  [...document.querySelectorAll<HTMLAnchorElement>("header a, main a")]
    .filter((link) => !link.hidden && !link.getAttribute("href")?.startsWith("#"))
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);
const STRANGER = ["Log in /login", "Sign up /signup", "Start trading /signup", "Create account /signup"];

test("a browser that never had a session sends no request and shows the sign-in links", async () => {
  render(<LandingPage />);
  await greetKnownVisitor();
  expect(context.server.callsOf(CHECK)).toEqual([]);
  expect(visibleLinks()).toEqual(expect.arrayContaining(STRANGER));
});

test("a visitor with an expired session sees the sign-in links", async () => {
  rememberAccount("somebody");
  render(<LandingPage />);
  await greetKnownVisitor();
  expect(context.server.callsOf(CHECK)).toHaveLength(1);
  expect(visibleLinks()).toEqual(expect.arrayContaining(STRANGER));
});

test("a signed-in visitor sees links to the dashboard and no sign-in links", async () => {
  rememberAccount("somebody");
  context.server.on(CHECK, () => ok({ token: "bearer", user: { _id: "somebody" } }));
  render(<LandingPage />);
  await greetKnownVisitor();
  await waitFor(() => expect(screen.getByText("Open the terminal to continue").getAttribute("href")).toBe("/trading"));
  expect(visibleLinks().join()).not.toMatch(/login|signup/);
  expect(visibleLinks().filter((link) => link === "Open dashboard /dashboard")).toHaveLength(3);
});

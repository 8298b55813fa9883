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

/** Where the links and buttons in sight lead to. */
const waysIn = () =>
  [...document.querySelectorAll<HTMLAnchorElement>("header a, main a")]
    .filter((link) => !link.hidden && !link.getAttribute("href")?.startsWith("#"))
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);
const STRANGER = ["Log in /login", "Sign up /signup", "Start trading /signup", "Create account /signup"];

test("a browser that never had a session asks nobody and shows the ways in", async () => {
  render(<LandingPage />);
  await greetKnownVisitor();
  expect(context.server.callsOf(CHECK)).toEqual([]);
  expect(waysIn()).toEqual(expect.arrayContaining(STRANGER));
});

test("a visitor whose session is over finds the ways in", async () => {
  rememberAccount("somebody");
  render(<LandingPage />);
  await greetKnownVisitor();
  expect(context.server.callsOf(CHECK)).toHaveLength(1);
  expect(waysIn()).toEqual(expect.arrayContaining(STRANGER));
});

test("a signed-in visitor is led to the dashboard and asked for no account", async () => {
  rememberAccount("somebody");
  context.server.on(CHECK, () => ok({ token: "bearer", user: { _id: "somebody" } }));
  render(<LandingPage />);
  await greetKnownVisitor();
  await waitFor(() => expect(screen.getByText("Open the terminal to continue").getAttribute("href")).toBe("/trading"));
  expect(waysIn().join()).not.toMatch(/login|signup/);
  expect(waysIn().filter((way) => way === "Open dashboard /dashboard")).toHaveLength(3);
});

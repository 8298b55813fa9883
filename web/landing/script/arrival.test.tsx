import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen } from "@testing-library/react";
import { rememberAccount } from "../../state/storage/account-storage.ts";
import { leaveFlash } from "../../state/storage/flash.ts";
import { apiServer, ok } from "../../test/api-server.ts";
import { render } from "../../test/render.tsx";
import { toast } from "../../ui/toast/toaster.tsx";
import { LandingPage } from "../landing-page.tsx";
import { greetKnownVisitor, isKnownVisitor, offerLogIn, showFlash, stripQuery } from "./arrival.ts";

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
  expect(isKnownVisitor.value).toBe(true);
  expect(visibleLinks().join()).not.toMatch(/login|signup/);
  expect(visibleLinks().filter((link) => link === "Open dashboard /dashboard")).toHaveLength(3);
});

let unmount: (() => void) | null = null;
afterEach(() => act(() => unmount?.()));

test("the toast stored by the previous page is shown once", async () => {
  leaveFlash({ kind: "success", text: "Email verified successfully" });
  unmount = await act(showFlash);
  expect(await screen.findByText("Email verified successfully")).toBeDefined();
  expect(sessionStorage).toHaveLength(0);
  // Below the page's top bar, so that its "Log in" link stays visible.
  const container = document.querySelector<HTMLElement>("[data-over-dialogs] > div");
  expect(container?.style.top).toBe("72px");
  act(() => toast.remove());
  await act(showFlash);
  expect(screen.queryByText("Email verified successfully")).toBeNull();
});

describe("after an address was verified", () => {
  const { dataset } = document.documentElement;
  afterEach(() => {
    delete dataset.verified;
  });

  test("a log-in stands above the page, and closing it leaves the page as it was", async () => {
    dataset.verified = "press";
    render(<LandingPage />);
    await greetKnownVisitor();
    await act(offerLogIn);
    const first = document.body.firstElementChild;
    expect(first?.textContent).toContain("Your e-mail is verified");
    const links = [...document.querySelectorAll<HTMLElement>("header [data-for='stranger']")];
    const accents = () => document.querySelectorAll("main [data-for='stranger'][data-variant='accent']").length;
    expect([links.length, links.every(({ hidden }) => hidden), accents()]).toEqual([2, true, 0]);
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByText("Your e-mail is verified")).toBe(null);
    expect([dataset.verified === undefined, first?.isConnected]).toEqual([true, false]);
    expect([links.some(({ hidden }) => hidden), accents()]).toEqual([false, 2]);
  });

  test("nobody who is signed in is asked to log in", async () => {
    dataset.verified = "password";
    rememberAccount("somebody");
    context.server.on(CHECK, () => ok({ token: "bearer", user: { _id: "somebody" } }));
    render(<LandingPage />);
    await greetKnownVisitor();
    await act(offerLogIn);
    expect(screen.queryByText("Your e-mail is verified")).toBe(null);
    expect("verified" in dataset).toBe(false);
  });

  test.each([undefined, "nonsense"])("a document without that room (%p) gets no log-in", async (value) => {
    if (value) dataset.verified = value;
    render(<LandingPage />);
    await act(offerLogIn);
    expect(screen.queryByText("Your e-mail is verified")).toBe(null);
  });
});

describe("the address", () => {
  afterEach(() => history.replaceState(null, "", "/"));

  test("the query is removed, including a redirect, and the fragment stays", () => {
    history.replaceState(null, "", "/?redirect=/dashboard&x=1#security");
    const entries = history.length;
    stripQuery();
    expect(location.pathname + location.search + location.hash).toBe("/#security");
    expect(history.length).toBe(entries);
  });

  test("an address without a query is unchanged", () => {
    history.replaceState({ kept: true }, "", "/#deposits");
    stripQuery();
    expect(location.pathname + location.hash).toBe("/#deposits");
    expect(history.state).toEqual({ kept: true });
  });
});

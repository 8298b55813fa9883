import { afterEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { ErrorBoundary } from "../shell/error-page.tsx";
import { expectConsoleErrors } from "../test/console-errors.ts";
import { render } from "../test/render.tsx";
import { lazyPage } from "./lazy-page.ts";

setDefaultTimeout(600_000);

afterEach(() => sessionStorage.clear());

function show(load: () => Promise<() => string>) {
  const Page = lazyPage(load);
  render(
    <ErrorBoundary>
      <Suspense fallback="loading">
        <Page />
      </Suspense>
    </ErrorBoundary>,
  );
}

const gone = async () => {
  throw new TypeError("Failed to fetch dynamically imported module");
};

test("a missing chunk reloads the document, once", async () => {
  const reload = spyOn(location, "reload").mockImplementation(() => {});
  show(gone);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.getByText("loading")).toBeTruthy();
  reload.mockRestore();
});

test("a chunk that is still missing after the reload shows the error page", async () => {
  expectConsoleErrors();
  sessionStorage.setItem("reloaded-for-chunk", "yes");
  const reload = spyOn(location, "reload").mockImplementation(() => {});
  show(gone);
  expect(await screen.findByRole("heading", { name: "Unexpected Application Error!" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to the dashboard" })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  reload.mockRestore();
});

test("a loaded chunk allows a reload after a later release", async () => {
  sessionStorage.setItem("reloaded-for-chunk", "yes");
  show(async () => () => "the page");
  expect(await screen.findByText("the page")).toBeTruthy();
  expect(sessionStorage.getItem("reloaded-for-chunk")).toBeNull();
});

test("a chunk that is missing without a connection is loaded as soon as there is one", async () => {
  const reload = spyOn(location, "reload").mockImplementation(() => {});
  let isOnline = false;
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => isOnline });
  let loads = 0;
  show(async () => {
    loads += 1;
    return isOnline ? () => "the page" : gone();
  });
  await waitFor(() => expect(loads).toBe(1));
  expect(screen.getByText("loading")).toBeTruthy();
  isOnline = true;
  dispatchEvent(new Event("online"));
  expect(await screen.findByText("the page")).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
  // What is left is the browser's own.
  Reflect.deleteProperty(navigator, "onLine");
  reload.mockRestore();
});

import { afterEach, beforeEach, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { render } from "../test/render.tsx";
import { lazyPage } from "./lazy-page.ts";
import { noteReached } from "./network/connection.ts";

setDefaultTimeout(600_000);

// A request that a test of another file left behind may have found its server gone.
beforeEach(noteReached);
afterEach(() => sessionStorage.clear());

function show(load: () => Promise<() => string>) {
  const Page = lazyPage(load);
  render(
    <Suspense fallback="loading">
      <Page />
    </Suspense>,
  );
}

const gone = async () => {
  throw new TypeError("Failed to fetch dynamically imported module");
};
/** As in a browser: after the screen was rendered without the code, so that what had no place yet has no state. */
const goneLater = async () => {
  await Bun.sleep(1);
  return gone();
};

test("a missing chunk reloads the document, once", async () => {
  const reload = spyOn(location, "reload").mockImplementation(() => {});
  show(gone);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(screen.getByText("loading")).toBeTruthy();
  reload.mockRestore();
});

test("a chunk that is still missing after the reload is said in its place, and is tried again", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  sessionStorage.setItem("reloaded-for-chunk", "yes");
  const reload = spyOn(location, "reload").mockImplementation(() => {});
  let isThere = false;
  let loads = 0;
  show(async () => {
    loads += 1;
    return isThere ? () => "the page" : goneLater();
  });
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(loads).toBe(2);
  const again = await screen.findByRole("button", { name: "Load the page again" });
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(again);
  expect(reload).toHaveBeenCalledTimes(1);
  isThere = true;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("the page")).toBeTruthy();
  reload.mockRestore();
});

test("a missing chunk never reloads the document over what is typed, and the rest of the page stays", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  const reload = spyOn(location, "reload").mockImplementation(() => {});
  const Missing = lazyPage(goneLater);
  const Quiet = lazyPage(goneLater, { isQuiet: true });
  render(
    <>
      <input aria-label="Amount" defaultValue="0.10" />
      <Suspense fallback="loading">
        <Missing />
      </Suspense>
      <Suspense fallback="loading quietly">
        <Quiet />
      </Suspense>
    </>,
  );
  expect(await screen.findByText("This could not be loaded")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("loading quietly")).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>("Amount").value).toBe("0.10");
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(reload).not.toHaveBeenCalled();
  reload.mockRestore();
});

test("what could not be loaded is loaded again where it is opened next", async () => {
  spyOn(console, "warn").mockImplementation(() => {});
  sessionStorage.setItem("reloaded-for-chunk", "yes");
  let isThere = false;
  const Page = lazyPage(async () => (isThere ? () => "the page" : goneLater()));
  const page = (
    <Suspense fallback="loading">
      <Page />
    </Suspense>
  );
  const { unmount } = render(page);
  await screen.findByText("This could not be loaded");
  unmount();
  isThere = true;
  render(page);
  expect(await screen.findByText("the page")).toBeTruthy();
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

/** Runs before every test file of the repository, the worker's too: a run has one preload for all of them. */
import "./dom.ts";
import { afterEach, mock } from "bun:test";
import { failOnConsoleErrors } from "./console-errors.ts";

// React's development build measures each component for the browser's performance panel where this is there: a third of
// what rendering costs.
Reflect.deleteProperty(console, "timeStamp");

// These read `document` while they load, so they come after the DOM stands.
await import("../ui/setup.ts");
const { cleanup, configure } = await import("@testing-library/react");
const { toast } = await import("../ui/toaster.tsx");
const { forgetPrices } = await import("../state/prices.ts");
const { resetDemo } = await import("../market/demo-trading.ts");

// Tells React that updates outside `act` are mistakes here; the library sets it itself only where test globals exist.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// What is waited for comes at once or never; how long "at once" is, the machine decides.
// A search that waits makes an error for each try: the page's text says enough, costs little and is shorter than a screen.
// No page has a script or a style among its texts: to look whether a text is in one took longer than to compare it.
configure({
  asyncUtilTimeout: 60_000,
  defaultIgnore: "",
  getElementError: (message, container) => new Error(`${message}\n\n${container.textContent?.slice(0, 1_000)}`),
});

failOnConsoleErrors();
afterEach(() => {
  cleanup();
  toast.removeAll();
  // Whoever keeps something for the next screen, such as the market's socket, looks whether it is still wanted.
  document.dispatchEvent(new Event("visibilitychange"));
  localStorage.clear();
  sessionStorage.clear();
  // A page has them until it is left, and here all tests are one page.
  forgetPrices();
  resetDemo();
  // The spies of this test, or a later one would find its calls in them.
  mock.restore();
});

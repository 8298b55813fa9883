import "./dom.ts";
import "./clock.ts";
import { afterEach, beforeEach } from "bun:test";
import { refuseDeepNodeComparisons } from "./node-assertions.ts";

/** The simulated document, React and what is put back after each test of a component. */

// With `console.timeStamp`, React's development build measures each component for the performance panel, at a third of
// the cost of rendering.
Reflect.deleteProperty(console, "timeStamp");

// These modules access `document` while they load, so they are imported after the DOM is set up.
await import("../ui/setup.ts");
const { cleanup, configure, getConfig } = await import("@testing-library/react");
const { toast } = await import("../ui/toast/toaster.tsx");
const { noteReached } = await import("../state/network/connection.ts");
const { forgetPrices } = await import("../state/prices.ts");
const { forgetDayHistory } = await import("../prices/day-history.ts");
const { endVisitorAccount } = await import("../landing/script/visitor-account.ts");

// Makes React report updates outside `act`; the library sets it only where test globals exist.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// asyncUtilTimeout: the awaited change happens at once or never, but a slow machine needs time. getElementError: a
// waiting query creates an error for each attempt, so the page's text must be enough. defaultIgnore: no page has
// scripts or styles among its texts, and checking for them took longer than comparing the text. asyncWrapper: what is
// found may be a task before its effects, which React runs in an immediate: a key pressed in between reached nobody.
const { asyncWrapper } = getConfig();
configure({
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait();
      await new Promise((resolve) => setImmediate(resolve));
      return found;
    }),
  asyncUtilTimeout: 60_000,
  defaultIgnore: "",
  getElementError: (message, container) => new Error(`${message}\n\n${container.textContent?.slice(0, 1_000)}`),
});

refuseDeepNodeComparisons();
// A request of the test before, which its end cut off, means nothing here: no server of that test can be reached again.
beforeEach(noteReached);
afterEach(() => {
  cleanup();
  toast.removeAll();
  // The market's socket is kept open for the next screen: this makes it check whether it is still needed.
  document.dispatchEvent(new Event("visibilitychange"));
  localStorage.clear();
  sessionStorage.clear();
  // They last as long as a page, and all tests share one.
  forgetPrices();
  forgetDayHistory();
  endVisitorAccount();
});

import { afterEach, beforeEach, expect, mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useLayoutEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { render } from "../../test/render.tsx";
import { Dialog } from "./dialog.tsx";
import { type DialogOnDemand, dialogOnDemand } from "./dialog-on-demand.tsx";

setDefaultTimeout(600_000);

type Props = { onClose: () => void };

function Whole({ onClose }: Props) {
  return (
    <Dialog title="Deposit" onClose={onClose}>
      How much?
    </Dialog>
  );
}

/** Its layout effect runs before the effects of the dialog. */
function Preloading({ of: OnDemand }: { of: DialogOnDemand<Props> }) {
  useLayoutEffect(() => OnDemand.preload(), [OnDemand]);
  return <OnDemand onClose={() => {}} />;
}

/** A page that opens it by a key in its field. */
function Opening({ of: OnDemand }: { of: DialogOnDemand<Props> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <input aria-label="Amount" onKeyDown={() => setIsOpen(true)} />
      {isOpen && <OnDemand onClose={() => setIsOpen(false)} />}
    </>
  );
}

const shape = () => ({ title: "Deposit" });
const missing = async (): Promise<typeof Whole> => {
  throw new TypeError("Failed to fetch dynamically imported module");
};

const offline = async (): Promise<Response> => {
  throw new TypeError("Failed to fetch");
};

let reload: ReturnType<typeof spyOn<Location, "reload">>;
beforeEach(() => {
  reload = spyOn(location, "reload").mockImplementation(() => {});
  spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => reload.mockRestore());

test("a dialog says that it loads, then shows what it is", async () => {
  const OnDemand = dialogOnDemand(async () => Whole, shape);
  render(<OnDemand onClose={() => {}} />);
  expect(screen.getByRole("dialog", { name: "Deposit" }).textContent).toContain("Loading");
  expect((await screen.findByText("How much?")).textContent).toBe("How much?");
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
});

test("a dialog returns the focus to what opened it, also where its code was loaded meanwhile", async () => {
  const OnDemand = dialogOnDemand(async () => Whole, shape);
  render(<Opening of={OnDemand} />);
  const input = screen.getByLabelText("Amount");
  act(() => input.focus());
  fireEvent.keyDown(input, { key: "Enter" });
  await screen.findByText("How much?");
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(document.activeElement).toBe(input));
});

test("a dialog that was loaded before is whole at once", async () => {
  const load = mock(async () => Whole);
  const OnDemand = dialogOnDemand(load, shape);
  await act(async () => OnDemand.preload());
  render(<OnDemand onClose={() => {}} />);
  expect(screen.getByText("How much?").textContent).toBe("How much?");
  expect(load).toHaveBeenCalledTimes(1);
});

test("a dialog whose code arrives between its first render and its effects is shown", async () => {
  // Outside of `act`, effects run in a task of their own, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const root = createRoot(document.createElement("div"));
  try {
    const OnDemand = dialogOnDemand(async () => Whole, shape);
    root.render(<Preloading of={OnDemand} />);
    expect((await screen.findByText("How much?")).textContent).toBe("How much?");
    root.unmount();
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  }
});

test("a dialog that could not be loaded can be closed, and is tried again", async () => {
  const load = mock(missing);
  const OnDemand = dialogOnDemand(load, shape);
  const onClose = mock(() => {});
  render(<OnDemand onClose={onClose} />);
  const retry = await screen.findByRole("button", { name: "Try again" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledTimes(1);
  load.mockImplementation(async () => Whole);
  fireEvent.click(retry);
  expect((await screen.findByText("How much?")).textContent).toBe("How much?");
  expect(reload).not.toHaveBeenCalled();
});

test("a retry that fails too offers to load the document again, whose files are those of the newest release", async () => {
  spyOn(globalThis, "fetch").mockImplementation(Object.assign(async () => new Response(), { preconnect() {} }));
  const OnDemand = dialogOnDemand(missing, shape);
  render(<OnDemand onClose={() => {}} />);
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  // It would empty the fields behind the dialog: the trader decides.
  const again = await screen.findByRole("button", { name: "Load the page again" });
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(again);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a retry while the server is unreachable keeps the page", async () => {
  const asked = spyOn(globalThis, "fetch").mockImplementation(Object.assign(offline, { preconnect() {} }));
  const OnDemand = dialogOnDemand(missing, shape);
  render(<OnDemand onClose={() => {}} />);
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(screen.getByRole("button", { name: "Try again" })).toHaveProperty("disabled", false));
  expect(reload).not.toHaveBeenCalled();
});

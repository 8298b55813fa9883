import { afterEach, beforeEach, describe, expect, mock, setDefaultTimeout, test } from "bun:test";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { render } from "../../test/render.tsx";
import { Button } from "../button.tsx";
import { Tooltip } from "../tooltip.tsx";
import { Dialog } from "./dialog.tsx";

setDefaultTimeout(600_000);

function Page({ inside }: { inside?: React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && (
        <Dialog
          title="Deposit"
          note="Step 2 of 3"
          onClose={() => setIsOpen(false)}
          actions={<Button data-autofocus="">Show the code</Button>}
        >
          {inside ?? "How much?"}
        </Dialog>
      )}
    </>
  );
}

/** Its dialog opens after the button has lost the focus, as in a browser when the button is disabled. */
function LosesFocus() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onBlur={() => setIsOpen(true)}>Run</Button>
      {isOpen && (
        <Dialog title="Log in" onClose={() => setIsOpen(false)}>
          log in
        </Dialog>
      )}
    </>
  );
}

/** The opener of its dialog can be removed. */
function Removes() {
  const [hasPage, setHasPage] = useState(true);
  return (
    <>
      <h1 tabIndex={-1}>Account</h1>
      {hasPage && <Page />}
      <Button onClick={() => setHasPage(false)}>Remove</Button>
    </>
  );
}

function TwoDialogs({ onCloseLower }: { onCloseLower: () => void }) {
  const [hasUpper, setHasUpper] = useState(true);
  return (
    <>
      <Dialog title="Lower" onClose={onCloseLower}>
        lower
      </Dialog>
      {hasUpper && (
        <Dialog title="Upper" onClose={() => setHasUpper(false)}>
          upper
        </Dialog>
      )}
    </>
  );
}

function open(inside?: React.ReactNode) {
  const { container } = render(<Page inside={inside} />);
  const opener = screen.getByRole("button", { name: "Open" });
  opener.focus();
  fireEvent.click(opener);
  return { container, opener, dialog: screen.getByRole("dialog") };
}

describe("a dialog", () => {
  test("is modal, named by its title, and takes the focus", () => {
    const { dialog } = open();
    expect(dialog.getAttribute("aria-modal")).toBe("true");
    expect(document.getElementById(dialog.getAttribute("aria-labelledby") ?? "")?.textContent).toBe("Deposit");
    expect(document.activeElement?.textContent).toBe("Show the code");
  });

  test("keeps the restored focus when it is closed by a click beside it", () => {
    const { opener, dialog } = open();
    const scrim = dialog.parentElement;
    if (!scrim) throw new Error("the dialog stands in nothing");
    // The browser would move the focus to the clicked element.
    expect(fireEvent.mouseDown(scrim)).toBe(false);
    expect(document.activeElement).toBe(opener);
  });

  test("without an opener on the page moves the focus to the page's heading", () => {
    const { rerender } = render(<h1 tabIndex={-1}>Account</h1>);
    document.body.focus();
    rerender(
      <>
        <h1 tabIndex={-1}>Account</h1>
        <Dialog title="Deposit" onClose={null}>
          How much?
        </Dialog>
      </>,
    );
    expect(document.activeElement).toBe(screen.getByRole("dialog"));
    rerender(<h1 tabIndex={-1}>Account</h1>);
    expect(document.activeElement?.tagName).toBe("H1");
  });

  test.each([
    ["the page's heading has it", false],
    ["what has taken it keeps it", true],
  ])("whose opener is removed afterwards takes no focus with it: %s", async (_, isTaken) => {
    render(<Removes />);
    const [opener, remove] = ["Open", "Remove"].map((name) => screen.getByRole("button", { name }));
    opener?.focus();
    if (opener) fireEvent.click(opener);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(document.activeElement).toBe(opener ?? null);
    if (isTaken) remove?.focus();
    if (remove) fireEvent.click(remove);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(isTaken ? "Remove" : "Account"));
  });

  test("makes the page behind inert, except elements that are shown over dialogs", () => {
    const toasts = document.body.appendChild(document.createElement("div"));
    toasts.setAttribute("data-over-dialogs", "");
    const { container } = open();
    expect(container.hasAttribute("inert")).toBe(true);
    expect(toasts.hasAttribute("inert")).toBe(false);
    expect(document.documentElement.hasAttribute("data-locked")).toBe(true);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(container.hasAttribute("inert")).toBe(false);
    expect(document.documentElement.hasAttribute("data-locked")).toBe(false);
    toasts.remove();
  });

  test("returns the focus to the button that opened it, even if the button lost it while loading", () => {
    render(<LosesFocus />);
    const button = screen.getByRole("button", { name: "Run" });
    act(() => button.focus());
    act(() => button.blur());
    expect(document.activeElement === screen.getByRole("dialog")).toBe(true);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(document.activeElement === button).toBe(true);
  });

  test.each(["Escape", "close button", "scrim"])("closes by %s and restores the focus", (way) => {
    const { opener, dialog } = open();
    if (way === "Escape") fireEvent.keyDown(dialog, { key: "Escape" });
    if (way === "close button") fireEvent.click(screen.getByRole("button", { name: "Close" }));
    if (way === "scrim") fireEvent.mouseDown(dialog.parentElement ?? dialog);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  test("stays open on a click inside", () => {
    const { dialog } = open();
    fireEvent.mouseDown(dialog);
    expect(screen.queryByRole("dialog")).not.toBeNull();
  });

  test("can ignore clicks beside it to keep the typed text", () => {
    const close = mock();
    render(
      <Dialog title="Message" onClose={close} keepsOnScrim>
        Typed
      </Dialog>,
    );
    const dialog = screen.getByRole("dialog");
    fireEvent.mouseDown(dialog.parentElement ?? dialog);
    expect(close).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(close).toHaveBeenCalledTimes(1);
  });

  test("passes Esc to the topmost of two, and reactivates the other when that one closes", () => {
    const closeLower = mock();
    render(<TwoDialogs onCloseLower={closeLower} />);
    const lower = screen.getByText("lower").closest("[data-modal]");
    expect(lower?.hasAttribute("inert")).toBe(true);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.queryByText("upper")).toBeNull();
    expect(closeLower).not.toHaveBeenCalled();
    expect(lower?.hasAttribute("inert")).toBe(false);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(closeLower).toHaveBeenCalledTimes(1);
  });

  test("lets a tooltip inside handle the first Esc", () => {
    open(
      <Tooltip content="From $10">
        <Button>Why?</Button>
      </Tooltip>,
    );
    const why = screen.getByRole("button", { name: "Why?" });
    fireEvent.focus(why);
    expect(screen.getByRole("tooltip").textContent).toBe("From $10");
    fireEvent.keyDown(why, { key: "Escape" });
    expect(screen.queryByRole("tooltip")).toBeNull();
    expect(screen.queryByRole("dialog")).not.toBeNull();
  });
});

describe("a sheet that is pulled down by its head", () => {
  const realMatchMedia = window.matchMedia;
  beforeEach(() => {
    // As on a phone.
    window.matchMedia = ((query: string) => ({ ...realMatchMedia.call(window, query), matches: true })) as never;
  });
  afterEach(() => {
    window.matchMedia = realMatchMedia;
  });

  function pull(px: number): void {
    const head = screen.getByRole("heading", { name: "Deposit" });
    const at = (y: number) => ({ touches: [{ clientY: y }], changedTouches: [{ clientY: y }] });
    fireEvent.touchStart(head, at(100));
    fireEvent.touchMove(head, at(100 + px));
    fireEvent.touchEnd(head, at(100 + px));
  }

  test("closes when it is let go far enough", () => {
    open();
    pull(97);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("returns to its place otherwise", () => {
    open();
    pull(96);
    pull(-300);
    expect(screen.getByRole("dialog").style.transform).toBe("");
  });
});

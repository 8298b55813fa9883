import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { pushModal, removeModal } from "./modal-stack.ts";
import { Toaster, toast } from "./toaster.tsx";
import { useToastPlace } from "./use-toast-place.ts";

beforeEach(() => {
  jest.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  act(() => toast.removeAll());
  jest.useRealTimers();
});

// In small steps: a toast starts the timer of its removal when it is rendered as dismissed.
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += 20) act(() => jest.advanceTimersByTime(20));
}

function isShown(words: string): boolean {
  return screen.queryByText(words) !== null;
}

describe("toasts", () => {
  test.each([
    ["blank", 4_000],
    ["error", 4_000],
    ["custom", 4_000],
    ["success", 2_000],
  ] as const)("a %s toast disappears after %d ms and a second of removal", (kind, ms) => {
    act(() => {
      if (kind === "blank") toast("words");
      else toast[kind]("words");
    });
    pass(ms + 900);
    expect(isShown("words")).toBe(true);
    pass(200);
    expect(isShown("words")).toBe(false);
  });

  test("a loading toast stays until it ends", () => {
    act(() => {
      toast.loading("words", { id: "saving" });
    });
    pass(10_000);
    expect(isShown("words")).toBe(true);
    act(() => {
      toast.success("saved", { id: "saving" });
    });
    pass(3_100);
    expect(isShown("saved")).toBe(false);
  });

  test("at most twenty are shown", () => {
    act(() => {
      for (let number = 1; number <= 25; number += 1) toast(`words ${number}`);
    });
    expect(screen.getAllByText(/^words /).length).toBe(20);
  });

  test("they are outside the root, where a dialog does not make them inert, and are announced", () => {
    act(() => {
      toast.error("words");
    });
    const words = screen.getByText("words");
    expect(words.closest("body > [data-over-dialogs]") !== null).toBe(true);
    expect(words.getAttribute("role")).toBe("status");
  });

  test("they stand at the bottom left of what a screen shows, and at the top right over a dialog and elsewhere", () => {
    const { unmount } = render(<Chart />);
    act(() => {
      toast("words");
    });
    const side = () => {
      const { top, bottom } = screen.getByText("words").parentElement?.parentElement?.style ?? {};
      return [top, bottom];
    };
    expect(side()).toEqual(["", "0px"]);
    const dialog = document.createElement("div");
    act(() => pushModal(dialog));
    expect(side()).toEqual(["0px", ""]);
    act(() => removeModal(dialog));
    expect(side()).toEqual(["", "0px"]);
    unmount();
    act(() => {});
    expect(side()).toEqual(["0px", ""]);
  });
});

const chart = () => ({ area: document.querySelector("main"), over: null });

function Chart() {
  useToastPlace(chart, { leftPx: 8, bottomPx: 8 });
  return <main />;
}

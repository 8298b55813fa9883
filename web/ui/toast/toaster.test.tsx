import { afterEach, beforeEach, describe, expect, jest, spyOn, test } from "bun:test";
import { act, cleanup, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { render } from "../../test/render.tsx";
import { pushModal, removeModal } from "../dialog/modal-stack.ts";
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

describe("toasts on a phone", () => {
  const realMatchMedia = window.matchMedia;
  const spies: { mockRestore(): void }[] = [];
  beforeEach(() => {
    window.matchMedia = (query) =>
      Object.defineProperty(realMatchMedia.call(window, query), "matches", { value: true });
    // The document has no layout: the toaster fills what is below the header, a toast is 44 px high, buttons where they say.
    spies.push(
      spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
        const at = this.getAttribute("data-at");
        if (at) return new DOMRect(0, Number(at), 100, 44);
        if (this.parentElement?.hasAttribute("data-rht-toaster")) return new DOMRect(16, 64, 358, 44);
        return this.hasAttribute("data-rht-toaster") ? new DOMRect(16, 64, 358, 700) : new DOMRect(0, 0, 0, 0);
      }),
    );
    act(() => toast.removeAll());
    cleanup();
  });
  afterEach(() => {
    window.matchMedia = realMatchMedia;
    for (const spy of spies.splice(0)) spy.mockRestore();
  });

  const side = () => (screen.getByText("words").parentElement?.parentElement?.style.top === "0px" ? "top" : "bottom");
  function open(form: ReactNode) {
    render(
      <>
        <Toaster />
        {form}
      </>,
    );
    act(() => {
      toast.error("words");
    });
  }
  const form = (at: number) => (
    <form>
      <div>
        <button type="button">Cancel</button>
        <button type="submit" data-at={at}>
          Save
        </button>
      </div>
    </form>
  );

  test.each([
    ["under the header", 70, "bottom"],
    ["just below a toast", 116, "top"],
    ["in the middle", 400, "top"],
    ["at the foot", 720, "top"],
  ] as const)("stand at the side where they cover no button of a form that has them %s", (_, at, expected) => {
    open(form(at));
    expect(side()).toBe(expected);
  });

  test("do not cover the buttons of a dialog", () => {
    open(
      <div role="dialog" aria-modal="true">
        <footer>
          <button type="button" data-at={80}>
            Keep
          </button>
        </footer>
      </div>,
    );
    expect(side()).toBe("bottom");
  });

  test("do not cover Cancel, which stands away from Save", () => {
    open(
      <form>
        <button type="button" data-at={80}>
          Cancel
        </button>
        <button type="submit" data-at={500}>
          Save
        </button>
      </form>,
    );
    expect(side()).toBe("bottom");
  });

  test("go to the other side when the page is scrolled under them, and ignore what is behind a dialog", () => {
    open(form(400));
    expect(side()).toBe("top");
    const save = screen.getByRole("button", { name: "Save" });
    save.setAttribute("data-at", "80");
    act(() => {
      dispatchEvent(new Event("scroll"));
    });
    expect(side()).toBe("bottom");
    save.closest("form")?.setAttribute("inert", "");
    act(() => {
      dispatchEvent(new Event("scroll"));
    });
    expect(side()).toBe("top");
  });
});

const chart = () => ({ area: document.querySelector("main"), over: null });

function Chart() {
  useToastPlace(chart, { leftPx: 8, bottomPx: 8 });
  return <main />;
}

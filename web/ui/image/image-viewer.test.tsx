import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { render } from "../../test/render.tsx";
import { Toaster } from "../toast/toaster.tsx";
import { ImageViewer } from "./image-viewer.tsx";

setDefaultTimeout(600_000);

const RealObserver = globalThis.ResizeObserver;
beforeEach(() => {
  // happy-dom has no layout: the stage is set to 800 by 600.
  globalThis.ResizeObserver = class implements ResizeObserver {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe() {
      // The only part of an entry that is used.
      this.#tell([{ contentRect: { width: 800, height: 600 } } as ResizeObserverEntry], this);
    }
    unobserve() {}
    disconnect() {}
  };
});
afterEach(() => {
  globalThis.ResizeObserver = RealObserver;
});

let closed = 0;
function open(): void {
  closed = 0;
  render(
    <>
      <ImageViewer src="/api/image/a.jpg" title="Proof of payment" saveAs="proof" onClose={() => (closed += 1)} />
      <Toaster />
    </>,
  );
}
const picture = () => screen.getByAltText<HTMLImageElement>("Proof of payment");
function load(width = 1600, height = 600): void {
  Object.defineProperties(picture(), { naturalWidth: { value: width }, naturalHeight: { value: height } });
  fireEvent.load(picture());
}
const tool = (name: string) => screen.getByLabelText<HTMLButtonElement>(name);
const zoom = () => document.querySelector("output")?.textContent;
const press = (key: string, init: object = {}) => fireEvent.keyDown(document.body, { key, ...init });
const transform = () => picture().style.transform;

describe("the image viewer", () => {
  test("waits for the image with its tools disabled, then shows all of it", () => {
    open();
    expect(tool("Zoom in").disabled).toBe(true);
    expect(screen.queryByText("Loading the image")).not.toBeNull();
    load();
    expect(tool("Zoom in").disabled).toBe(false);
    expect([picture().width, picture().height, zoom()]).toEqual([800, 300, "100%"]);
    expect(document.activeElement?.getAttribute("role")).toBe("dialog");
  });

  test("positions the image as soon as it is loaded, without an animation", () => {
    open();
    const before = transform();
    load();
    expect(before).not.toBe("");
    expect(transform()).toBe(before);
  });

  test("zooms from 0.5 to 3 by 0.25, where its buttons are disabled", () => {
    open();
    load();
    for (let i = 0; i < 8; i += 1) fireEvent.click(tool("Zoom in"));
    expect([zoom(), tool("Zoom in").disabled]).toEqual(["300%", true]);
    fireEvent.click(tool("Zoom out"));
    expect(zoom()).toBe("275%");
    for (let i = 0; i < 9; i += 1) fireEvent.click(tool("Zoom out"));
    expect([zoom(), tool("Zoom out").disabled]).toEqual(["50%", true]);
  });

  test("rotates by 90 degrees and fits again", () => {
    open();
    load();
    fireEvent.click(tool("Rotate 90°"));
    expect(transform()).toContain("rotate(90deg)");
    expect([picture().width, picture().height]).toEqual([600, 225]);
    fireEvent.click(tool("Rotate 90°"));
    expect(transform()).toContain("rotate(180deg)");
  });

  test("supports shortcuts, and leaves the browser's own alone", () => {
    open();
    load();
    press("+");
    press("=");
    expect(zoom()).toBe("150%");
    press("-");
    expect(zoom()).toBe("125%");
    press("r");
    expect(transform()).toContain("rotate(90deg)");
    press("r", { ctrlKey: true });
    press("+", { metaKey: true });
    expect([zoom(), transform().includes("rotate(90deg)")]).toEqual(["125%", true]);
    press("Escape");
    expect(closed).toBe(1);
  });

  test("moves an image that is larger than the screen, by arrows and by dragging, up to its edge", () => {
    open();
    load();
    press("ArrowLeft");
    expect(transform()).toContain("translate(0px, 0px)");
    for (let i = 0; i < 8; i += 1) press("+");
    press("ArrowLeft");
    expect(transform()).toContain("translate(80px, 0px)");
    const stage = picture().parentElement;
    if (!stage) throw new Error("the picture stands nowhere");
    stage.setPointerCapture = () => {};
    const at = (clientX: number, clientY: number) => ({ pointerId: 1, button: 0, clientX, clientY });
    fireEvent.pointerDown(stage, at(400, 300));
    fireEvent.pointerMove(stage, at(350, 290));
    expect(transform()).toContain("translate(30px, -10px)");
    fireEvent.pointerMove(stage, at(5_000, 290));
    fireEvent.pointerUp(stage, at(5_000, 290));
    expect(transform()).toContain("translate(800px, -10px)");
    fireEvent.pointerMove(stage, at(0, 0));
    expect(transform()).toContain("translate(800px, -10px)");
  });

  test("zooms with two fingers, and snaps to a step", () => {
    open();
    load();
    const stage = picture().parentElement;
    if (!stage) throw new Error("the picture stands nowhere");
    stage.setPointerCapture = () => {};
    const at = (pointerId: number, clientX: number) => ({ pointerId, button: 0, clientX, clientY: 0 });
    fireEvent.pointerDown(stage, at(1, -50));
    fireEvent.pointerDown(stage, at(2, 50));
    fireEvent.pointerMove(stage, at(2, 110));
    expect(zoom()).toBe("160%");
    fireEvent.pointerUp(stage, at(2, 110));
    expect(zoom()).toBe("150%");
  });

  test("zooms with the wheel, a step for each notch, without scrolling the page", () => {
    open();
    load();
    const stage = picture().parentElement;
    if (!stage) throw new Error("the picture stands nowhere");
    expect(fireEvent.wheel(stage, { deltaY: -120 })).toBe(false);
    expect(zoom()).toBe("150%");
    fireEvent.wheel(stage, { deltaY: 30 });
    expect(zoom()).toBe("150%");
    fireEvent.wheel(stage, { deltaY: 30 });
    expect(zoom()).toBe("125%");
  });

  test("shows an error when the image cannot be loaded, and retries", () => {
    open();
    fireEvent.error(picture());
    expect(screen.queryByText("The image could not be loaded")).not.toBeNull();
    expect(tool("Download as .jpg").disabled).toBe(true);
    fireEvent.click(screen.getByText("Try again"));
    load();
    expect(zoom()).toBe("100%");
  });

  test("shows an error when the browser cannot save it", async () => {
    const { warn } = console;
    const { getContext } = HTMLCanvasElement.prototype;
    console.warn = () => {};
    HTMLCanvasElement.prototype.getContext = () => null;
    try {
      open();
      load();
      fireEvent.click(tool("Download as .jpg"));
      await waitFor(() => expect(screen.queryAllByText("This browser could not save the image").length).toBe(1));
    } finally {
      console.warn = warn;
      HTMLCanvasElement.prototype.getContext = getContext;
    }
  });
});

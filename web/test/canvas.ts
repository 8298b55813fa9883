import { afterEach, beforeEach } from "bun:test";

const WIDTH_PX = 800;

/**
 * Gives every test of the file canvases that draw nothing and measure every text alike, and elements with a width, as
 * plots need them: the simulated browser has neither.
 */
export function blankCanvases(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  const ownWidth = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "clientWidth");
  beforeEach(() => {
    Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => WIDTH_PX });
    // Only the methods whose result the plots use return a value; all others return nothing.
    const answers: Record<string | symbol, () => object> = {
      measureText: () => ({ width: 40 }),
      createLinearGradient: () => ({ addColorStop: () => {} }),
    };
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement) {
        const get = (_: object, name: string | symbol) => (name === "canvas" ? this : (answers[name] ?? (() => {})));
        return new Proxy({}, { get, set: () => true });
      },
    });
    const path = new Proxy(class {}, { construct: () => new Proxy({}, { get: () => () => {} }) });
    Object.assign(globalThis, { Path2D: path });
  });
  afterEach(() => {
    Object.assign(HTMLCanvasElement.prototype, { getContext });
    Reflect.deleteProperty(globalThis, "Path2D");
    if (ownWidth) Object.defineProperty(HTMLElement.prototype, "clientWidth", ownWidth);
  });
}

import { afterEach } from "bun:test";

/**
 * For a file whose tests press and move on a plot: gives the function that makes one. After each test what listens to it is
 * stopped, and it is removed.
 * @param listen begins to listen to the plot, and returns what ends that
 */
export function plotAreas(): (listen: (area: HTMLElement) => () => void) => HTMLElement {
  let stop = () => {};
  afterEach(() => {
    stop();
    document.body.replaceChildren();
  });
  return (listen) => {
    const area = document.createElement("div");
    document.body.append(area);
    stop = listen(area);
    return area;
  };
}

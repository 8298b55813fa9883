import { afterEach, beforeEach, expect, jest, spyOn, test } from "bun:test";
import { act, fireEvent, screen } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { CopyButton } from "./copy-button.tsx";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ["Copied", () => Promise.resolve()],
  ["Not copied: select the text instead", () => Promise.reject(new Error("refused"))],
])("announces %j and, after two seconds, nothing", async (words, answer) => {
  const write = spyOn(navigator.clipboard, "writeText").mockImplementation(answer);
  render(<CopyButton text="TNL-261121-0457" what="bill number" />);
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Copy bill number" }));
  });
  expect(write.mock.calls).toEqual([["TNL-261121-0457"]]);
  expect(screen.getByRole("status").textContent).toBe(words);
  act(() => {
    jest.advanceTimersByTime(2_000);
  });
  expect(screen.getByRole("status").textContent).toBe("");
});

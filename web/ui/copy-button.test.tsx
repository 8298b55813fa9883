import { afterEach, beforeEach, expect, jest, mock, test } from "bun:test";
import { act, fireEvent, screen } from "@testing-library/react";
import { render } from "../test/render.tsx";
import { CopyButton } from "./copy-button.tsx";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  mock.restore();
});

test.each([
  ["Copied", () => Promise.resolve()],
  ["Not copied: select the text instead", () => Promise.reject(new Error("refused"))],
])("says %j and, after two seconds, nothing", async (words, answer) => {
  const write = mock(answer);
  Object.defineProperty(navigator, "clipboard", { value: { writeText: write }, configurable: true });
  render(<CopyButton text="TNL-261121-0457" what="bill number" />);
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Copy bill number" }));
  });
  expect(write.mock.calls as unknown[][]).toEqual([["TNL-261121-0457"]]);
  expect(screen.getByRole("status").textContent).toBe(words);
  act(() => {
    jest.advanceTimersByTime(2_000);
  });
  expect(screen.getByRole("status").textContent).toBe("");
});

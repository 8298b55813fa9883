import { afterEach, beforeEach, expect, jest, mock, test } from "bun:test";
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { render } from "../../test/render.tsx";
import { type Notice, NoticeDialog } from "./notice-dialog.tsx";

const notice: Notice = { type: "success", title: "Field Updated", message: "Your username is now sokha.chan." };

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function pass(ms: number): void {
  act(() => {
    jest.advanceTimersByTime(ms);
  });
}

test("a notice shows its title and message and focuses 'Got it'", () => {
  render(<NoticeDialog notice={notice} onClose={() => {}} />);
  const dialog = screen.getByRole("alertdialog", { name: "Field Updated" });
  expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe(notice.message);
  expect(document.activeElement?.textContent).toBe("Got it");
});

test("a notice closes by itself after four seconds, not before", () => {
  const close = mock();
  render(<NoticeDialog notice={notice} onClose={close} />);
  pass(3_999);
  expect(close).not.toHaveBeenCalled();
  pass(1);
  expect(close).toHaveBeenCalledTimes(1);
});

function Page({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState<Notice | null>(notice);
  const close = () => {
    onClose();
    setShown(null);
  };
  return shown && <NoticeDialog notice={shown} onClose={close} />;
}

test("'Got it' closes it at once and for good", () => {
  const close = mock();
  render(<Page onClose={close} />);
  fireEvent.click(screen.getByRole("button", { name: "Got it" }));
  pass(10_000);
  expect(close).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("another notice in its place gets its own four seconds", () => {
  const close = mock();
  const { rerender } = render(<NoticeDialog notice={notice} onClose={close} />);
  pass(3_000);
  rerender(<NoticeDialog notice={{ ...notice, type: "error", title: "Update Failed" }} onClose={close} />);
  pass(3_999);
  expect(close).not.toHaveBeenCalled();
  pass(1);
  expect(close).toHaveBeenCalledTimes(1);
});

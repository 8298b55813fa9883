import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import { leaveFlash } from "../state/flash.ts";
import { toast } from "../ui/toaster.tsx";
import { showFlash } from "./flash-toast.ts";

setDefaultTimeout(600_000);

let takeAway: (() => void) | null = null;
afterEach(() => act(() => takeAway?.()));

test("what the page before has left is said, once", async () => {
  leaveFlash({ kind: "success", text: "Email verified successfully" });
  takeAway = await act(showFlash);
  expect(await screen.findByText("Email verified successfully")).toBeDefined();
  expect(sessionStorage).toHaveLength(0);
  // Below the page's top bar, whose "Log in" is what comes next.
  const container = document.querySelector<HTMLElement>("[data-over-dialogs] > div");
  expect(container?.style.top).toBe("72px");
  act(() => toast.remove());
  await act(showFlash);
  expect(screen.queryByText("Email verified successfully")).toBeNull();
});

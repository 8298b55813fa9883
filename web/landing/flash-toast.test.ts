import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import { leaveFlash } from "../state/flash.ts";
import { toast } from "../ui/toaster.tsx";
import { showFlash } from "./flash-toast.ts";

setDefaultTimeout(600_000);

let unmount: (() => void) | null = null;
afterEach(() => act(() => unmount?.()));

test("the toast stored by the previous page is shown once", async () => {
  leaveFlash({ kind: "success", text: "Email verified successfully" });
  unmount = await act(showFlash);
  expect(await screen.findByText("Email verified successfully")).toBeDefined();
  expect(sessionStorage).toHaveLength(0);
  // Below the page's top bar, so that its "Log in" link stays visible.
  const container = document.querySelector<HTMLElement>("[data-over-dialogs] > div");
  expect(container?.style.top).toBe("72px");
  act(() => toast.remove());
  await act(showFlash);
  expect(screen.queryByText("Email verified successfully")).toBeNull();
});

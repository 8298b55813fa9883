import { expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, waitFor } from "@testing-library/react";
import { apiServer } from "../../test/api-server.ts";
import { listenForShortcuts } from "./shortcuts.ts";

setDefaultTimeout(600_000);

const api = apiServer();

// Registered once: the listener on the document stays for all tests.
const went: string[] = [];
let reloads = 0;
listenForShortcuts({ go: (address) => went.push(address), reload: () => reloads++ });

const shortcut = { ctrlKey: true, shiftKey: true };

test("Ctrl+Shift+A opens the admin log-in, and other combinations do not", () => {
  for (const other of [
    { ctrlKey: true },
    { shiftKey: true },
    { ...shortcut, altKey: true },
    { ...shortcut, metaKey: true },
  ]) {
    fireEvent.keyDown(document, { code: "KeyA", ...other });
  }
  expect(went).toEqual([]);
  fireEvent.keyDown(document, { code: "KeyA", ...shortcut });
  expect(went).toEqual(["/admin/login"]);
});

test("the letter decides, not the physical key; in layouts without Latin letters, the physical key", () => {
  went.length = 0;
  // A French keyboard has Q where others have A, and A where others have Q.
  fireEvent.keyDown(document, { key: "Q", code: "KeyA", ...shortcut });
  expect(went).toEqual([]);
  fireEvent.keyDown(document, { key: "A", code: "KeyQ", ...shortcut });
  expect(went).toHaveLength(1);
  // The character that a Khmer keyboard types with the A key.
  fireEvent.keyDown(document, { key: "\u17b6", code: "KeyA", ...shortcut });
  expect(went).toHaveLength(2);
});

test("Ctrl+Shift+C logs out, removes the account's data from this browser, then reloads", async () => {
  localStorage.setItem("auth-token", "old");
  localStorage.setItem("user", "{}");
  // biome-ignore lint/suspicious/noDocumentCookie: an older version left such a cookie
  document.cookie = "token=old; Path=/";
  fireEvent.keyDown(document, { code: "KeyC", ...shortcut });
  await waitFor(() => expect(reloads).toBe(1));
  expect(api.server.callsOf("POST /api/auth/logout")).toHaveLength(1);
  expect(["auth-token", "user"].map((key) => localStorage.getItem(key))).toEqual([null, null]);
  expect(document.cookie).not.toContain("token");
});

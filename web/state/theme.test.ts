import { expect, test } from "bun:test";
import { THEMES } from "../../worker/contract/limits.ts";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { expectConsoleErrors } from "../test/console-errors.ts";
import { followThemeOfOtherTabs, resetTheme, showLastTheme, showThemeOf, theme, updateTheme } from "./theme.ts";

const context = apiServer();
const shown = () => document.documentElement.dataset.theme;

test("a theme applies at once, is saved, and is shown by this browser the next time", async () => {
  const answered = Promise.withResolvers<Response>();
  context.server.on("POST /api/auth/theme", () => answered.promise);
  const update = updateTheme(5);
  expect(theme.value).toBe(5);
  expect(shown()).toBe("5");
  answered.resolve(ok({ theme: 5, message: "Theme saved" }));
  expect(await update).toBe(true);
  expect(context.server.callsOf("POST /api/auth/theme")[0]?.body).toEqual({ theme: 5 });
  resetTheme();
  localStorage.setItem("theme", "5");
  showLastTheme();
  expect(shown()).toBe("5");
});

test.each([
  ["refuses", () => refuse("service_down", "Service temporarily unavailable. Please try again.")],
  ["does not report success", () => Response.json({ success: false })],
])("when the server %s the theme is reset to 1 and the update returns false", async (_, answer) => {
  const errors = expectConsoleErrors();
  context.server.on("POST /api/auth/theme", answer);
  showThemeOf({ theme: 2 });
  expect(await updateTheme(3)).toBe(false);
  expect(theme.value).toBe(1);
  expect(shown()).toBe("1");
  expect(errors.join()).toContain("theme not saved");
});

test.each([0, Math.max(...THEMES) + 1, 1.5, Number.NaN])(
  "%p is not a theme: nothing is sent and nothing changes",
  async (value) => {
    const errors = expectConsoleErrors();
    showThemeOf({ theme: 4 });
    expect(await updateTheme(value)).toBe(false);
    expect(theme.value).toBe(4);
    expect(context.server.calls).toHaveLength(0);
    expect(errors.join()).toContain("Invalid value");
  },
);

test("a cookie names the theme to the documents, unless it is the default", () => {
  showThemeOf({ theme: 4 });
  expect(document.cookie).toContain("theme=4");
  resetTheme();
  expect(document.cookie).not.toMatch(/theme=\d/);
});

test.each([undefined, null, "3", 9])("a user with the theme %p gets the default", (value) => {
  showThemeOf({ theme: 2 });
  showThemeOf({ theme: value });
  expect(theme.value).toBe(1);
});

test("a theme chosen in another tab is shown here without a call", () => {
  const stop = followThemeOfOtherTabs();
  const choose = (id: string) => {
    localStorage.setItem("theme", id);
    dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: id, storageArea: localStorage }));
  };
  choose("5");
  expect(theme.value).toBe(5);
  expect(shown()).toBe("5");
  choose("none");
  expect(theme.value).toBe(1);
  stop();
  choose("2");
  expect(theme.value).toBe(1);
  expect(context.server.calls).toHaveLength(0);
});

import { afterEach, expect, mock, spyOn, test } from "bun:test";
import { tellBook } from "./tell-alert-book.ts";

afterEach(() => mock.restore());

const bookThat = (alertsChanged: (owner: string) => Promise<void>) => ({ alertsChanged, forgetAlerts: async () => {} });

test("a book that has the alerts in time is waited for, and told whose they are", async () => {
  const owners: string[] = [];
  expect(
    await tellBook(
      bookThat(async (owner) => void owners.push(owner)),
      "maly",
    ),
  ).toBe(true);
  expect(owners).toEqual(["maly"]);
});

test.each([
  ["fails", () => Promise.reject(new Error("away"))],
  ["does not answer in time", () => new Promise<void>(() => {})],
])("a book that %s is told later, and the act stands", async (_, alertsChanged) => {
  const faults = spyOn(console, "error").mockImplementation(() => {});
  expect(await tellBook(bookThat(alertsChanged), "maly", 1)).toBe(false);
  expect(faults).toHaveBeenCalledTimes(1);
});

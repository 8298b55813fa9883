import { expect, test } from "bun:test";
import { anyOf } from "./routes.ts";

test("a pattern of several addresses fits each of them, in any case, and nothing more", () => {
  const pattern = anyOf("/account", "/account/deposit");
  for (const path of ["/account", "/account/", "/Account/Deposit"]) expect(pattern.test(path)).toBe(true);
  for (const path of ["/accounts", "/account/other", "/x/account"]) expect(pattern.test(path)).toBe(false);
});

import { expect, test } from "bun:test";
import { adminLogInPath, afterAdminLogIn, anyOf } from "./routes.ts";

test("a pattern of several paths matches each of them, in any letter case, and nothing else", () => {
  const pattern = anyOf("/account", "/account/deposit");
  for (const path of ["/account", "/account/", "/Account/Deposit"]) expect(pattern.test(path)).toBe(true);
  for (const path of ["/accounts", "/account/other", "/x/account"]) expect(pattern.test(path)).toBe(false);
});

test("the admin log-in returns to the requested screen, with its query", () => {
  for (const at of ["/admin", "/admin/ledger", "/admin/withdrawals?status=approved&item=a-1"]) {
    const path = adminLogInPath(at);
    expect(path.startsWith("/admin/login")).toBe(true);
    expect(afterAdminLogIn(path.split("?")[1] ?? "")).toBe(at);
  }
});

test("the admin log-in returns to no other address, whatever its query says", () => {
  for (const next of [
    "https://evil.example/admin",
    "//evil.example/admin",
    "/\\\\evil.example/admin",
    "\\/\\/evil.example/admin/ledger",
    "javascript:alert(1)//admin",
    "/admin/login",
    "/admin/../dashboard",
    "/admin/nowhere",
    "/dashboard",
    "admin@evil.example",
    "http://[",
    "",
  ]) {
    expect([next, afterAdminLogIn(new URLSearchParams({ next }).toString())]).toEqual([next, "/admin"]);
  }
});

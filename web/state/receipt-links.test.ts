import { expect, test } from "bun:test";
import { adminReceiptPath, fillNamedIn, receiptPath } from "./receipt-links.ts";
import { adminLogInPath, afterAdminLogIn } from "./routes.ts";

test("the link of a receipt names its fill and its trader, in whatever text it is sent; a number names a fill", () => {
  const id = "0199d1f0-5f5e-7c3a-9d4e-6f0b7c3a9d4e";
  const link = `https://tonle.example${receiptPath(12, id)}`;
  for (const text of [link, ` ${link}\n`, `Why was I filled at this price? ${link}. Thanks!`, `<${link}>`]) {
    expect([text, fillNamedIn(text)]).toEqual([text, { fillId: 12, traderId: id }]);
  }
  for (const text of ["12", " #12 ", "https://tonle.example/trading/fills/12", "/trading/fills/12?trader="]) {
    expect([text, fillNamedIn(text)]).toEqual([text, { fillId: 12, traderId: null }]);
  }
  for (const text of ["", "0", "-1", "1.5", "12 BTC", "/trading/fills/x", "/trading/fills/0", "9".repeat(16)]) {
    expect([text, fillNamedIn(text)]).toEqual([text, null]);
  }
});

test("the receipt of a trader's fill has an address on the admin screens, to which the log-in returns", () => {
  const at = adminReceiptPath("trader-1", 12);
  expect(at).toBe("/admin/users?item=trader-1&fill=12");
  expect(afterAdminLogIn(adminLogInPath(at).split("?")[1] ?? "")).toBe(at);
});

import { afterAll, expect, test } from "bun:test";
import { askBakong, askDeeplink } from "./bakong.ts";

let data: object = {};
const network = Bun.serve({ port: 0, fetch: () => Response.json({ responseCode: 0, data }) });
afterAll(() => network.stop(true));

const PAID = { hash: "8f3c".repeat(16), toAccountId: "tonle@aclb", currency: "USD", amount: 25.5 };

test.each([
  ["an account", { fromAccountId: " sokha_chan@mekong " }, "sokha_chan@mekong"],
  ["no account", {}, null],
  ["null", { fromAccountId: null }, null],
  ["a number", { fromAccountId: 7 }, null],
  ["an empty text", { fromAccountId: "  " }, null],
  ["a text with a bidirectional override", { fromAccountId: "a\u202eb@bank" }, null],
  ["a text beyond every account's length", { fromAccountId: "x".repeat(129) }, null],
])("a payment from %s counts, and its payer is returned if it can be displayed", async (_, from, told) => {
  data = { ...PAID, ...from };
  const answer = await askBakong({ url: network.url.href, token: "t" }, "0".repeat(32));
  expect(answer).toMatchObject({ kind: "paid", payment: { amount: 25.5, fromAccountId: told } });
});

test.each([
  ["https://bakong.page.link/abc", "https://bakong.page.link/abc"],
  ["http://localhost:9/link/1", "http://localhost:9/link/1"],
  ["javascript:alert(1)", null],
  ["intent://pay#Intent;end", null],
  ["data:text/html,x", null],
])("the link %s is shown as %s", async (shortLink, shown) => {
  data = { shortLink };
  expect(await askDeeplink({ url: network.url.href, token: "t" }, "code")).toEqual({ deeplink: shown, isAnswer: true });
});

import { expect, test } from "bun:test";
import { clientAddress } from "./client-address.ts";

const from = (address: string) => clientAddress(new Headers({ "CF-Connecting-IP": address }));

test("an IPv4 address is used whole", () => {
  expect(from("203.0.113.7")).toBe("203.0.113.7");
});

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8::5", "2001:db8:0:0::/64"],
])("IPv6 %s counts as its network %s", (address, network) => {
  expect(from(address)).toBe(network);
});

test("headers that the client can set are ignored", () => {
  expect(clientAddress(new Headers({ "X-Forwarded-For": "1.2.3.4", "X-Real-IP": "1.2.3.4" }))).toBe("unknown");
});

import { expect, test } from "bun:test";
import wranglerConfig from "../../wrangler.toml";
import { addressFaults, deployedAddressFaults, routesOf, WORKERS_DEV_NOTE } from "./worker-address.ts";

const closed = { workers_dev: false, preview_urls: false };
const routed = { ...closed, routes: [{ pattern: "trade.example.com", custom_domain: true }] };

test("the repository's file gives production no address of its own besides a domain", () => {
  expect(wranglerConfig.env.production).toMatchObject(closed);
});

test("a domain needs its route, and no other address beside it", () => {
  expect(addressFaults("trade.example.com", routed)).toEqual([]);
  expect(addressFaults("trade.example.com", closed).join("\n")).toContain('pattern = "trade.example.com"');
  for (const open of [
    { workers_dev: true },
    { workers_dev: undefined },
    { preview_urls: true },
    { preview_urls: undefined },
  ]) {
    const help = addressFaults("trade.example.com", { ...routed, ...open }).join("\n");
    expect(help).toContain("workers_dev = false");
    expect(help).toContain("preview_urls = false");
    expect(deployedAddressFaults("https://trade.example.com", { ...routed, ...open })).not.toEqual([]);
    // Without a settings file the route alone says that there is a domain.
    expect(deployedAddressFaults(undefined, { ...routed, ...open })).not.toEqual([]);
  }
});

test("without a domain the address at workers.dev is on, and it is said that nothing is in front of it", () => {
  const host = "tonle.operator.workers.dev";
  expect(addressFaults(host, { workers_dev: true })).toEqual([]);
  const off = addressFaults(host, closed);
  expect(off.join("\n")).toContain("workers_dev = true");
  expect(off).toContain(WORKERS_DEV_NOTE);
  expect(deployedAddressFaults(`https://${host}`, { workers_dev: true })).toEqual([]);
});

test("a deployment without any address is refused", () => {
  expect(deployedAddressFaults(undefined, closed)).toEqual([expect.stringContaining("no address of the product")]);
  expect(deployedAddressFaults(undefined, routed)).toEqual([]);
});

test("routes of a zone are read like domains", () => {
  const patterns = ["trade.example.com/*", { pattern: "*.example.com/*", zone_name: "example.com" }];
  expect(routesOf({ routes: patterns })).toEqual(["trade.example.com", "example.com"]);
});

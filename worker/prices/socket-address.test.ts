import { expect, test } from "bun:test";
import type { FeedSymbol } from "../contract/symbols.ts";
import { isOfSocket, symbolsOfSocket } from "./socket-address.ts";

const SOCKET = "https://tonle.example/api/market/socket";

test.each<[string, boolean, FeedSymbol[] | null]>([
  [SOCKET, true, []],
  [`${SOCKET}?symbols=BTCUSDm,US500`, true, ["BTCUSDm", "US500"]],
  // The hub must not get these as they are: the route refuses or decodes them.
  [`${SOCKET}?symbols=DOGE`, true, null],
  [`${SOCKET}?symbols=BTCUSDm,`, true, null],
  [`${SOCKET}?symbols=BTCUSDm%2CUS500`, false, null],
  [`${SOCKET}?symbols=BTCUSDm&more=1`, false, null],
  [`${SOCKET}?symbols=${"BTCUSDm,".repeat(30)}US500`, false, null],
  ["https://tonle.example/api/market/poll?symbols=US500", false, null],
])("the symbols of %s", (url, isSocket, symbols) => {
  for (let time = 0; time < 2; time++) {
    expect(isOfSocket(url)).toBe(isSocket);
    expect(symbolsOfSocket(url)).toEqual(symbols);
  }
});

test("remembered URLs are right after more of them than are kept", () => {
  const letters = ["US500", "USTECm", "XAUUSDm", "BTCUSDm", "ETHUSDm"] as const;
  for (let i = 0; i < 250; i++) {
    const names = [0, 1, 2].map((place) => letters[Math.floor(i / 5 ** place) % 5] ?? "US500");
    const url = `${SOCKET}?symbols=${names.join()}${i % 2 ? "" : ",ETHUSDm"}`;
    expect(symbolsOfSocket(url)).toEqual(i % 2 ? names : [...names, "ETHUSDm"]);
  }
});

import { expect, test } from "bun:test";
import { effect, signal } from "@preact/signals-react";
import { stableComputed } from "./stable-computed.ts";

test("a computed object changes only when its content changes", () => {
  const price = signal(1.2);
  const whole = stableComputed(() => ({ price: Math.floor(price.value) }));
  const told: { price: number }[] = [];
  const stop = effect(() => {
    told.push(whole.value);
  });
  price.value = 1.7;
  price.value = 2.1;
  stop();
  expect(told).toEqual([{ price: 1 }, { price: 2 }]);
});

import { act } from "@testing-library/react";
import { takePrices } from "../state/prices.ts";
import { priceMessage } from "./price-message.ts";

/** Delivers prices as the market's socket does, without delay. */
export function bringPrices(...given: Parameters<typeof priceMessage>): void {
  const message = priceMessage(...given);
  act(() => takePrices(message, message.now));
}

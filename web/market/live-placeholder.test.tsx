import { expect, setDefaultTimeout, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { waitFor } from "@testing-library/react";
import { useRef } from "react";
import { render } from "../test/render.tsx";
import { useLivePlaceholder } from "./live-placeholder.ts";

setDefaultTimeout(600_000);

const price = signal("—");

function Price() {
  const input = useRef<HTMLInputElement>(null);
  useLivePlaceholder(input, price);
  return <input ref={input} aria-label="Price" />;
}

test("a placeholder shows the first price at once and follows the others once a second, to the last one", async () => {
  const { getByLabelText } = render(<Price />);
  // The only input of the test.
  const input = getByLabelText("Price") as HTMLInputElement;
  price.value = "67,000.00";
  expect(input.placeholder).toBe("67,000.00");
  price.value = "67,001.00";
  price.value = "67,002.00";
  expect(input.placeholder).toBe("67,000.00");
  await waitFor(() => expect(input.placeholder).toBe("67,002.00"), { timeout: 60_000 });
});

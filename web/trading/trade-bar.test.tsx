import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { demoLink, forgetDemo, useDemoAccount } from "../demo/demo-account.ts";
import { arrive } from "../state/session.ts";
import { apiServer } from "../test/api-server.ts";
import { FakeDemoAccount } from "../test/fake-demo-account.ts";
import { NO_NUMBERS, paste, typeKeys } from "../test/number-forms.ts";
import { render } from "../test/render.tsx";
import { trader } from "../test/trader.ts";
import { emptyTicket, orderDraft } from "../ticket/draft.ts";
import { TradeBar } from "./trade-bar.tsx";

setDefaultTimeout(600_000);

const context = apiServer();
beforeEach(emptyTicket);
afterEach(forgetDemo);

function Screen() {
  useDemoAccount();
  return <TradeBar symbol="BTCUSD" look="dock" />;
}

async function show(): Promise<HTMLInputElement> {
  const account = new FakeDemoAccount(context.server);
  arrive(trader(), null);
  render(<Screen />);
  await waitFor(() => expect(demoLink.value).toBe("live"));
  account.quote({ BTCUSDm: 67_000 });
  return screen.getByLabelText<HTMLInputElement>(/^Amount/);
}

const alert = () => document.querySelector('[role="alert"]')?.textContent ?? null;

test("an amount that is not understood stays, with the reason, and is not stepped", async () => {
  const amount = await show();
  for (const [text, words] of NO_NUMBERS) {
    await paste(amount, text);
    expect([text, amount.value, alert()]).toEqual([text, text, words]);
    expect(document.getElementById(amount.getAttribute("aria-describedby") ?? "")?.textContent).toBe(words);
    fireEvent.click(screen.getByLabelText("0.01 more"));
    await Bun.sleep(0);
    expect(amount.value).toBe(text);
  }
  await paste(amount, "1");
  expect([alert(), amount.getAttribute("aria-invalid")]).toEqual([null, null]);
});

test("an amount in another form is that amount", async () => {
  const amount = await show();
  await typeKeys(amount, "០.១០");
  expect([amount.value, orderDraft.value.amount, alert()]).toEqual(["០.១០", "០.១០", null]);
  fireEvent.click(screen.getByLabelText("0.01 more"));
  await waitFor(() => expect(amount.value).toBe("0.11"));
});

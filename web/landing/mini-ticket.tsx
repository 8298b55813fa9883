import { styled } from "goober";
import { ROUTE } from "../state/routes.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { media, tint, type } from "../ui/theme.ts";
import { liveText } from "./live-text.ts";
import { MINI_ORDER, MINI_PRICED_FROM } from "./mini-symbols.ts";
import { QuotePrice } from "./quote-cells.tsx";

const Ticket = styled("form")`
  ${type.caption}
  display: flex;
  flex: 1;
  flex-direction: column;
  justify-content: space-between;
  padding: 16px;
  color: var(--muted);
  & fieldset {
    display: grid;
    grid-template-columns: 1fr 1fr;
    overflow: hidden;
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
  }
  & label {
    position: relative;
    display: block;
    padding: 5px 10px;
    cursor: pointer;
  }
  & label + label {
    border-left: 1px solid var(--control);
    text-align: right;
  }
  & input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: inherit;
  }
  & label > span {
    ${type.dense}
    display: block;
    width: fit-content;
    min-width: 66px;
    border-radius: 4px;
    font-weight: 500;
    color: var(--text);
  }
  & label + label > span {
    margin-left: auto;
  }
  & label:has(:checked) {
    color: var(--up);
    background: ${tint("up", 18)};
  }
  & label:first-child:has(:checked) {
    color: var(--down);
    background: ${tint("down", 18)};
  }
  & label:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  & > p {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
  }
  & > p > b {
    ${type.dense}
    font-weight: 500;
    color: var(--text);
  }
  & > button,
  & > a {
    padding: 0 4px;
    font-size: 12px;
  }
  & > button:not(:disabled) {
    background: var(--up);
    border-color: var(--up);
    color: var(--bg);
    font-weight: 600;
  }
  & > [data-side="sell"]:not(:disabled) {
    background: var(--down);
    border-color: var(--down);
  }
  & > button:not(:disabled):hover {
    filter: brightness(1.08);
  }
  ${media.phone} {
    display: none;
  }
  @media (scripting: none) {
    display: none;
  }
`;

/** Buys or sells with demo money at the price shown. `live-terminal.ts` activates it. */
export function MiniTicket() {
  const { order, sell, buy, amount, orderWaits, createAccount } = liveText.terminal;
  return (
    <Ticket data-ticket="" aria-label={order}>
      <p>
        <span>{order}</span>
        <span>{MINI_ORDER.symbol}</span>
      </p>
      <fieldset data-quote={MINI_PRICED_FROM} aria-label={order}>
        <label>
          <input type="radio" name="side" value="sell" />
          {sell}
          <QuotePrice />
        </label>
        <label>
          <input type="radio" name="side" value="buy" defaultChecked />
          {buy}
          <QuotePrice />
        </label>
      </fieldset>
      <p>
        {amount} <b className="num">{MINI_ORDER.amount.toFixed(2)}</b>
      </p>
      <Button type="submit" disabled data-place-order="">
        {orderWaits}
      </Button>
      <ButtonAnchor href={ROUTE.signUp} hidden data-order-limit="">
        {createAccount}
      </ButtonAnchor>
    </Ticket>
  );
}

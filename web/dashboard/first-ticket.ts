import { FIRST_TRADED } from "../../worker/contract/symbols.ts";
import { changeDraft, EMPTY_DRAFT } from "../ticket/draft.ts";
import { chooseTraded } from "../trading/chosen-symbol.ts";

/** The order that the first step suggests: small enough that a price that moves by a percent costs a few dollars. */
export const FIRST_ORDER = { symbol: FIRST_TRADED, side: "buy", amount: "0.01", units: 1_000_000 } as const;

/** Fills the ticket in with the first order. Sends nothing. */
export function fillFirstTicket(): void {
  const { symbol, side, amount } = FIRST_ORDER;
  chooseTraded(symbol);
  changeDraft({ ...EMPTY_DRAFT, side, amount });
}

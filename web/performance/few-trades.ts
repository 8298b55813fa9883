/** The trades from which a rate says something. */
export const FEW_TRADES = 5;

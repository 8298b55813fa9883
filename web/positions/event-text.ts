/** Texts about events of the demo account while the page is open. */
export const eventText = {
  deals: { buy: "bought", sell: "sold" },
  deal: (deal: string, what: string, price: string) => `${deal} ${what} at ${price}`,
  elsewhere: (what: string) => `In another tab or device: ${what}`,
  carriedOut: (what: string) => `Carried out: ${what}`,
  placed: (order: string) => `order placed, ${order}`,
  amended: (order: string) => `order changed, ${order}`,
  cancelled: (order: string) => `order cancelled, ${order}`,
  manyCancelled: (count: number) => `${count} orders cancelled`,
  closed: (deal: string) => `Closed: ${deal}`,
  manyClosed: (count: number, result: string) => `${count} positions closed, ${result}`,
  exitsChanged: (trade: string) => `stop and target changed, ${trade}`,
  triggered: (order: string, limit: string) => `Stop reached: ${order} waits for its limit of ${limit} now`,
  expired: (order: string) => `Order expired: ${order}`,
  notEnough: (order: string) => `Order ended, its margin was not free: ${order}`,
  tooMany: (order: string) => `Order ended, too many positions are open: ${order}`,
  orderOf: "an order",
  marginCalled: (equity: string, margin: string) =>
    `Margin call: your equity of ${equity} is at or below the used margin of ${margin}`,
  protected: (amount: string) => `Your demo balance was below zero: ${amount} were added, so that it is zero`,
  overnight: (amount: string) => `Overnight costs: ${amount}`,
  newRun: (run: number, before: number, balance: string) =>
    `The demo account was reset in another tab or device: this is run ${run}. Run ${before} is archived with ${balance}.`,
  newRunHere: (run: number, before: number, balance: string) =>
    `The demo account was reset: this is run ${run}. Run ${before} is archived with ${balance}.`,
} as const;

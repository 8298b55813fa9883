/** The texts of alerts on the chart, and of the ways to set one there. */
export const alertLineText = {
  handle: (condition: string) => `Alert: ${condition}`,
  handleHelp: "Arrow keys move it, Enter sends it, Escape returns it. Enter opens one that is not moved.",
  remove: (condition: string) => `Remove the alert: ${condition}`,
  leave: "Do not set this alert",
  notSet: "not set yet",
  notSaved: "not saved yet",
  away: (percent: string) => `${percent} away`,
  atPrice: "The price is here now. Move it up or down.",
  told: (time: string, price: string, isBelow: boolean) =>
    `Told you ${time}, again ${isBelow ? "below" : "above"} ${price}`,
  paused: (condition: string) => `${condition}, paused`,
  stale: (condition: string, age: string) => `${condition}, prices ${age} old`,
  onDrawing: (condition: string) => `Alert on this drawing: ${condition}`,
  fired: (what: string, time: string) => `Alert of ${time}: ${what}. Shows the quote.`,
  notOnUpright: "An upright line has no price at a time, so no alert can be at it.",
  at: (price: string) => `Alert at ${price}`,
  more: "Alert with more choices",
} as const;

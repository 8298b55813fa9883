/** The names of alerts on the first screen. */
export const alertNames = {
  alert: "Alert",
  alerts: "Alerts",
  setAlert: "Set a price alert",
  receipt: "The quote that fired it",
  armedOf: (armed: number, max: number) => `${armed} of ${max} armed`,
  notLoaded: "Alerts could not be loaded. Check your connection and try again.",
} as const;

/** Texts of the page that is shown without a connection. */
export const offlineText = {
  title: "You are offline",
  lead: "Tonle could not be reached. The page opens by itself as soon as there is a connection.",
  retry: "Try again",
  prices: "Last prices",
  notLive: "They are not live, and nobody can trade at them.",
  /** @param age such as 3 m */
  old: (age: string) => `${age} old`,
  waits: "Not possible offline",
  waiting: [
    "Placing, changing or closing an order",
    "Deposits and withdrawals",
    "Your balance, your history and live prices",
  ],
  safe: "Orders, stops and targets that you placed before stay on our servers and are carried out without this device.",
  kept: "Drawings and chart settings that were not saved yet are kept in this browser and saved when there is a connection.",
} as const;

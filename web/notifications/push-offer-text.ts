export const pushOfferText = {
  title: "Be told when Tonle is closed?",
  text: "This browser can show alerts, deposits and log-ins then, too.",
  turnOn: "Turn on",
  turningOn: "Turning on...",
  notNow: "Not now",
  later: "Later, it is under Notifications.",
  failed: {
    denied: "The browser refuses notifications of Tonle",
    not_asked: "Nothing was turned on: the browser's question was closed",
    unsupported: "This browser cannot take pushes",
    service: "The browser's push service could not be reached. Try again in a moment.",
    unsent: "Pushes could not be turned on. Check your connection and try again.",
  },
  on: "Pushes are on in this browser",
} as const;

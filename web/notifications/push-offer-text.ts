export const pushOfferText = {
  title: "Be told when Tonle is closed?",
  text: "This browser can show alerts, deposits and log-ins then, too.",
  turnOn: "Turn on",
  turningOn: "Turning on...",
  notNow: "Not now",
  later: "Later: Notifications, Where we reach you.",
} as const;

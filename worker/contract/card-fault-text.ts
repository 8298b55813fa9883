import type { CardFault } from "./read-card.ts";

/** Why a field of an identity card cannot be recorded, for the admin who typed it. */
export const CARD_FAULT_TEXT = {
  empty: "Write what the card says",
  no_expiry: "Write until when the card is valid, or say that it has no expiry",
  script: "Write the name in Latin letters, as the card does",
  number: "A card's number has 5 to 20 letters and digits",
  date: "Write a date: day, month and year, such as 21.11.2026 or 21/11/2026",
  year: "Write the year with four digits",
  no_day: "There is no such day. The day comes first: 21.11.2026",
  birth: "Nobody with a card was born on that day. Compare it with the card",
  expired: "This card has expired. Reject it with that reason, and the trader can send another one",
  far: "No card is valid for so long. Compare the year with the card",
  both: "Write an expiry, or say that there is none, not both",
} as const satisfies Record<CardFault, string>;

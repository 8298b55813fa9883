/** Why a typed text is not understood as a number, and how to write it. */
export const numberText = {
  sign: "Write it without + or −",
  points: "There is more than one point. Use commas for thousands and one point for decimals: 1,500.00",
  commaAfterPoint: "The comma stands behind the point. Use commas for thousands and a point for decimals: 1,500.00",
  comma: "A comma separates thousands: 1,500. For decimals use a point: 1.50",
  space: "A space separates thousands: 10 000. Leave out any other",
  currency: (part: string) => `“${part}” is another currency. Write the sum in US dollars`,
  characters: (part: string) => `“${part}” is not part of a number. Write digits and a point: 1500.00`,
  decimals: (most: number) => `At most ${most} decimals. If the point separates thousands, leave it out: 1500`,
} as const;

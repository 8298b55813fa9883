/** Why a typed text is not understood as a number, and how to write it. Short: some fields are narrow. */
export const numberText = {
  sign: "Write it without + or −",
  points: "More than one point. Write it like 1,500.00",
  commaAfterPoint: "The comma stands behind the point. Write it like 1,500.00",
  comma: "A comma separates thousands, 1,500, and a point decimals, 1.50",
  space: "A space separates thousands, 10 000. Leave out any other",
  currency: (part: string) => `“${part}” is another currency. Write US dollars`,
  characters: (part: string) => `“${part}” is not part of a number. Write it like 1,500.00`,
  decimals: (most: number) => `At most ${most} decimals. For thousands write 1,500`,
} as const;

export const OWED_TEXT = {
  title: (sum: string) => `You owe ${sum}, so withdrawals wait`,
  detail: (billNumber: string) =>
    `The bank took your payment for the deposit ${billNumber} back, and your balance did not cover all of it. Nothing is approved or sent until that is paid. Deposit what is missing and tell us.`,
  show: "Show the deposit",
} as const;

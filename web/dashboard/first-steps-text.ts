import { DEPOSIT } from "../../worker/contract/limits.ts";

export const firstStepsText = {
  practiceNote: "Practice money. Gains and losses here are not real.",
  openResult: "Open result",
  freeToTrade: "Free to trade",
  noDeposit: "No deposit yet. Kept apart from demo money.",
  noDepositShort: "No deposit yet",
  cashNote: "Your own money, kept apart from demo money.",
  cashNoteShort: "Your own money",
  depositNow: "Deposit",

  doneOf: (done: number, all: number) => `${done} of ${all} done`,
  hide: "Hide the first steps",
  notHidden: "The first steps could not be hidden. Please try again.",
  next: "Next",
  states: { todo: "Not started", waiting: "Waiting", done: "Done", refused: "Not accepted" },

  demo: {
    title: "Place a demo trade",
    todo: "Takes a minute. The ticket opens filled in; you can change everything, and close the trade at any time.",
    todoShort: "The ticket opens filled in. Change it as you like, close it at any time.",
    done: (date: string) => `First order on ${date}`,
    open: "Open the ticket",
  },
  deposit: {
    title: "Make a deposit",
    todo: `From $${DEPOSIT.amountCentsMin / 100}, by KHQR from your banking app.`,
    open: "Your code waits for its payment.",
    review: "Paid, not confirmed yet. We look at it.",
    done: (date: string) => `First deposit on ${date}`,
    start: "Deposit",
    view: "View deposit",
  },
  identity: {
    title: "Verify your identity",
    todo: "Unlocks withdrawals. Takes 24–48 hours.",
    waiting: "In review, 24–48 hours. Unlocks withdrawals.",
    refused: "Please upload a clearer ID image",
    done: (date: string) => `Verified on ${date}. Withdrawals are unlocked.`,
    start: "Verify",
    again: "Send a clearer picture",
    view: "View",
  },

  price: "Price",
  old: (age: string) => `${age} old`,
  order: (amount: string, unit: string) => `Buy ${amount} ${unit}`,
  ifItMoves: "if it moves 1%",
  ifItMovesShort: "If it moves 1%",
  allPrices: "All prices",
} as const;

import { formatCount } from "../../format.ts";

/** `21 requests`; `first 50` while there are more. */
export function withTotal(count: number, hasMore: boolean, one: string): string {
  if (count === 0) return "";
  return hasMore ? `first ${count}` : `${count} ${count === 1 ? one : `${one}s`}`;
}

/** The words of the desk. */
export const DESK_TEXT = {
  desk: "desk",
  sections: "Desk",
  skip: "Skip to content",
  keys: "Keys",
  logOut: "Logout",
  noAnswer: "No answer came, so it may or may not have been done. Send it again: it is never done twice.",
  nothingSent: "Nothing was sent",
  loadMore: "Load more",
  newRows: (count: number) => `${count} new`,
  back: "Back to the list",
  status: "Status",
  age: "Age",
  amount: "Amount",
  name: "Name",
  email: "E-mail",
  created: "Created",
  nothingOpen: "Nothing is open",
  nothingOpenDetail: "Choose a row, or press J.",
  loadFailed: "This list could not be loaded",
  loadFailedDetail: "Nothing was decided or lost. Try again in a moment.",
  stale: "Could not be refreshed. What you see may be older.",
  previous: "Previous",
  next: "Next",
  position: (place: number, count: number, hasMore: boolean) => `${place} of ${count}${hasMore ? "+" : ""}`,
  cancel: "Cancel",
  copy: {
    amount: "amount",
    account: "account number",
    bank: "bank",
    bill: "bill number",
    id: "payment id",
    hash: "settlement hash",
  },

  held: {
    title: "Decisions that are not sent yet",
    goesOut: (seconds: number) => `, in ${seconds} s`,
    said: (what: string, whom: string, seconds: number) =>
      `${what}, ${whom}: goes out in ${seconds} seconds. Z takes it back.`,
    sending: ", sending",
    undo: "Undo",
    sendNow: "Send now",
    open: "Open",
    forget: (what: string) => `Forget: ${what}`,
    isOnItsWay: "Your decision is on its way. Z takes it back while it waits.",
    notDone: "not done",
    unknown: "no answer came",
    noCode: "No code was given, so it was not sent.",
  },

  agreement: {
    title: "Needs two admins",
    rule: "Two different admins must agree.",
    you: "You",
    agreed: (who: string, when: string, what: string) => `${who} agreed ${when}${what && `: ${what}`}.`,
    count: (have: number, need: number) => `${have} of ${need}`,
    step: (have: number, need: number) => (need > 1 ? `, ${Math.min(have + 1, need)} of ${need}` : ""),
  },

  sort: {
    group: "Order",
    age: ["youngest first", "oldest first"],
    time: ["oldest first", "newest first"],
    amount: ["smallest first", "largest first"],
  },

  filter: {
    list: "Filter of the list",
    show: (count: number) => (count === 0 ? "Filter" : `Filter (${count})`),
    clear: "Clear",
    user: "Trader",
    userPlaceholder: "E-mail or username",
    from: "From",
    to: "To",
    atLeast: "At least",
    atMost: "At most",
    method: "Method",
    any: "Any",
    wrong: { dollars: "Dollars, with at most two decimals", text: "This is too long" },
    nothing: "Nothing fits the filter",
    nothingFits: (words: readonly string[], matching: string) => `${words.join(", ")}. ${matching}`,
    wholeWords: "Names and ids have to be whole.",
  },

  download: {
    start: "Download CSV",
    stop: (rows: number) => `Stop at ${formatCount(rows)} ${rows === 1 ? "row" : "rows"}`,
    running: "The file is being made",
    done: "The file is saved",
    brokenOff: "The file broke off, and nothing of it was saved. Try again in a moment.",
  },

  stepUp: {
    title: "Confirm it is you",
    why: "Money moves only within 15 minutes of a code. Enter the one your authenticator shows now; what you were doing then goes on.",
    code: "Six-digit code",
    confirm: "Confirm",
    cancel: "Not now",
    unreachable: "No answer came. Try again with a new code.",
  },

  keysHelp: {
    title: "Keys",
    switchLabel: "Single keys act",
    switchDetail: "They never do while you type or a dialog is open.",
    close: "Close",
    list: [
      { keys: ["J"], does: "Next" },
      { keys: ["K"], does: "Previous" },
      { keys: ["Enter"], does: "Open, or go into the open one" },
      { keys: ["A"], does: "Approve" },
      { keys: ["C"], does: "Complete" },
      { keys: ["V"], does: "Verify an identity" },
      { keys: ["R"], does: "Reject" },
      { keys: ["M"], does: "Claim; match a payment; mark a deposit paid" },
      { keys: ["N"], does: "Note a refund; write a note about a person" },
      { keys: ["F"], does: "Freeze or unfreeze an account" },
      { keys: ["D"], does: "Dismiss a payment" },
      { keys: ["Z"], does: "Undo the last decision while it waits" },
      { keys: ["S"], does: "Send what waits now" },
      { keys: ["O"], does: "Open what was refused" },
      { keys: ["Ctrl", "Enter"], does: "Answer the question, also out of a text" },
      { keys: ["Esc"], does: "Close the question or the image, and decide nothing" },
      { keys: ["/"], does: "Search the list, or people" },
      { keys: ["?"], does: "These keys" },
    ],
  },

  images: {
    add: "Add image",
    choose: "Choose image",
    remove: "Remove image",
    message: "What it shows",
    messageOf: (number: number) => `What image ${number} shows`,
    reading: "Reading the image",
    unreadable: "This file is no JPEG, PNG or WebP image that can be read",
    pasteHint: "Or paste a screenshot. It is made smaller and loses its metadata before it is sent.",
    previewOf: (number: number) => `Image ${number}`,
    forTrader: "Images for the trader",
    optional: "Optional",
  },
} as const;

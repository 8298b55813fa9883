import { formatCount } from "../../ui/format.ts";

/** `21 requests`; `first 50` while there are more. */
export function withTotal(count: number, hasMore: boolean, one: string): string {
  if (count === 0) return "";
  return hasMore ? `first ${count}` : `${count} ${count === 1 ? one : `${one}s`}`;
}

/** Texts of the admin screens. */
export const ADMIN_TEXT = {
  brand: "admin",
  sections: "Admin",
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
  /** An age of two units, such as `2 h 41 m`, in a narrow column. */
  shortAge: (age: string) => age,
  amount: "Amount",
  /** A trader's money on every admin screen: the available balance, and the amount held by open withdrawals. */
  money: {
    title: "Money",
    balance: "Balance",
    held: "On hold",
    after: "After",
    afterDetail: "The balance once everything on hold is paid out: this request and all others of the trader.",
    deposited: "Deposits",
    withdrawn: "Withdrawn",
    trading: "Trading result",
  },
  name: "Name",
  email: "E-mail",
  created: "Created",
  live: {
    on: "Live",
    last: (age: string) => `Live, last arrival ${age} ago`,
    stale: "Not refreshed",
  },
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
    payer: "payer's account",
    bill: "bill number",
    id: "payment ID",
    hash: "settlement hash",
    request: "request ID",
  },

  pending: {
    title: "Decisions not sent yet",
    countdown: (seconds: number) => `, in ${seconds} s`,
    announcement: (label: string, traderName: string, seconds: number) =>
      `${label}, ${traderName}: will be sent in ${seconds} seconds. Press Z to undo.`,
    sending: ", sending",
    unsent: ", not sent: your session has ended",
    dropped: (count: number) =>
      count === 1
        ? "A decision by the previous admin was not sent. Its item still needs a decision."
        : `${count} decisions by the previous admin were not sent. Their items still need a decision.`,
    undo: "Undo",
    sendNow: "Send now",
    open: "Open",
    forget: (label: string) => `Discard: ${label}`,
    hasPendingDecision: "Your decision will be sent soon. Press Z to undo it while it waits.",
    notDone: "not done",
    unknown: "no answer came",
  },

  leave: {
    title: "Discard what you typed?",
    lead: "Nothing was sent. What you typed and chose here would be lost.",
    stay: "Keep it",
    leave: "Discard",
  },

  evidence: {
    loading: "The evidence is loading.",
    onlyReject: "The evidence could not be loaded, so this can only be rejected.",
    nothing: "The evidence could not be loaded, so nothing can be decided.",
    loadAgain: "Load again",
  },

  overtaken: {
    changed: (now: string) => `This has changed since you opened it. Now: ${now}. Nothing was sent.`,
    goOn: "Continue as it is now",
  },

  agreement: {
    title: "Needs two admins",
    ruleTitle: "Two-person rule",
    ruleOf: (step: string) => `Two-person rule: ${step.toLowerCase()}`,
    rule: "Two different admins must agree.",
    you: "You",
    agreed: (who: string, when: string, label: string) => `${who} agreed ${when}${label && `: ${label}`}.`,
    count: (have: number, need: number) => `${have} of ${need}`,
    last: "Yours is the last approval needed. With it, this takes effect.",
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
    paid: { from: "Paid from", to: "Paid to" },
    decided: { from: "Decided from", to: "Decided to" },
    days: (zone: string) => `Days in ${zone}`,
    atLeast: "At least",
    atMost: "At most",
    method: "Method",
    any: "Any",
    wrong: { dollars: "At most $999,999,999.99", text: "This is too long" },
    nothing: "Nothing matches the filter",
    nothingFits: (words: readonly string[], matching: string) => `${words.join(", ")}. ${matching}`,
    wholeWords: "Enter names and IDs in full.",
  },

  download: {
    start: "Download CSV",
    stop: (rows: number) => `Stop at ${formatCount(rows)} ${rows === 1 ? "row" : "rows"}`,
    running: "Preparing the file",
    done: "The file is saved",
    brokenOff: "The download was interrupted, and nothing was saved. Try again in a moment.",
  },

  stepUp: {
    title: "Renew the step-up",
    why: "Actions on money need a code from the last 15 minutes. Enter the code that your authenticator shows now to unlock them for another 15 minutes.",
    code: "Six-digit code",
    codeFor: (act: string) => `Code from your authenticator, for: ${act}. It then holds for 15 minutes.`,
    missing: "Enter the six digits that your authenticator shows now",
    needed: "A new code is needed for this. Nothing was sent.",
    confirm: "Confirm",
    cancel: "Not now",
    unreachable: "No answer came. Try again with a new code.",
    left: "Step-up",
    soon: "Step-up ends soon.",
    over: "Step-up ended.",
    renew: "Renew",
    warning: "In two minutes, actions on money will need a code again. Renew it in the bar, or press U.",
    opens: "Actions on money are unlocked until this time runs out. Press to enter a new code.",
    isOver: "Actions on money need a code first. Press to enter it now.",
  },

  logInAgain: {
    title: "Log in to continue",
    why: {
      expired: "Your session has ended.",
      idle: "You were signed out because this page was not used for a while.",
      replaced: "Another log-in in this browser has replaced your session.",
    },
    kept: "Nothing is lost: the page and what you typed are as you left them.",
    unsent: (count: number) =>
      count === 1
        ? "This decision has not been sent yet. It waits until you log in, and you can undo it then."
        : `These ${count} decisions have not been sent yet. They wait until you log in, and you can undo them then.`,
    email: "E-mail",
    password: "Password",
    code: "Six-digit code",
    submit: "Log in",
    leave: "Leave this page",
    leaveUnsent: "Leave without sending",
    failed: "Error logging in",
    notSent: "Your session had ended, so nothing was sent. Send it again.",
  },

  people: {
    label: "People",
    placeholder: "Name, e-mail, bill or payment ID",
    open: "Search for a person",
    close: "Close the search",
    found: (count: number) => (count === 1 ? "1 person found" : `${count} people found`),
    none: (typed: string) => `No match for “${typed}”`,
    failed: "The search failed. Keep typing to try again.",
    all: (typed: string) => `All that begin with “${typed}”`,
  },

  keysHelp: {
    title: "Keys",
    switchLabel: "Single-key shortcuts",
    switchDetail: "They are off while you type or a dialog is open.",
    list: [
      { keys: ["J"], does: "Next" },
      { keys: ["K"], does: "Previous" },
      { keys: ["Enter"], does: "Open the item, or move into the open one" },
      { keys: ["A"], does: "Approve" },
      { keys: ["C"], does: "Complete" },
      { keys: ["P"], does: "Start or stop the payment of an approved request" },
      { keys: ["V"], does: "Verify an identity" },
      { keys: ["R"], does: "Reject; reopen a verification" },
      { keys: ["M"], does: "Claim, or extend your own claim; match a payment; mark a deposit paid" },
      { keys: ["X"], does: "Release your own claim" },
      { keys: ["N"], does: "Write a note about the person" },
      { keys: ["B"], does: "Record that a payment was sent back" },
      { keys: ["E"], does: "Next piece of evidence" },
      { keys: ["I"], does: "Show the image full screen" },
      { keys: ["T"], does: "Next tab of the history" },
      { keys: ["F"], does: "Freeze or unfreeze an account" },
      { keys: ["D"], does: "Dismiss a payment" },
      { keys: ["Z"], does: "Undo the last decision while it waits" },
      { keys: ["S"], does: "Send waiting decisions now" },
      { keys: ["O"], does: "Open the item that was refused" },
      { keys: ["Shift", "1"], does: "First tab of the list; with 2 the second, and so on" },
      { keys: ["Ctrl", "Enter"], does: "Confirm the dialog, wherever the focus is" },
      {
        keys: ["Esc"],
        does: "Close the dialog, the image or the filter without a decision; asks before typed text is lost",
      },
      { keys: ["/"], does: "Search for a person" },
      { keys: ["L"], does: "Filter the list" },
      { keys: ["U"], does: "Enter a new code for actions on money" },
      { keys: ["?"], does: "Show these keys" },
    ],
  },

  images: {
    add: "Add image",
    choose: "Choose image",
    remove: "Remove image",
    message: "What it shows",
    messageOf: (number: number) => `What image ${number} shows`,
    reading: "Reading the image",
    full: (max: number) => (max === 1 ? "One image at most" : `${max} images at most`),
    unreadable: "This file is not a readable JPEG, PNG or WebP image",
    pasteHint: "Or paste a screenshot. It is made smaller and loses its metadata before it is sent.",
    previewOf: (number: number) => `Image ${number}`,
    forTrader: "Images for the trader",
    optional: "Optional",
  },
} as const;

/**
 * The keys of the admin screens, by what they do, as `KeyboardEvent.key` names them, letters in upper case. One key may do several
 * things, of which a screen has one. A new one is a line here, its words in `keysHelp` [compiler], and a handler by `useShortcuts`.
 */
export const KEYS = {
  next: "J",
  previous: "K",
  open: "Enter",
  approve: "A",
  acknowledge: "A",
  complete: "C",
  payment: "P",
  verify: "V",
  correctCard: "V",
  reject: "R",
  reopen: "R",
  claim: "M",
  match: "M",
  markPaid: "M",
  handOver: "Y",
  ask: "H",
  phone: "Q",
  takeBack: "W",
  note: "N",
  sentBack: "B",
  evidence: "E",
  image: "I",
  historyTab: "T",
  freeze: "F",
  dismiss: "D",
  undo: "Z",
  sendNow: "S",
  openRefused: "O",
  search: "/",
  filter: "L",
  link: "L",
  tickAll: "A",
  clearTicks: "X",
  bankFile: "D",
  importResult: "I",
  fromStatement: "T",
  fileAgain: "F",
  renew: "U",
  help: "?",
} as const;

export type KeyName = keyof typeof KEYS;

/** The keys that go to a section: G, as on the trader's pages, and then a letter. */
export const SECTION_KEYS = {
  overview: "G O",
  withdrawals: "G W",
  payouts: "G P",
  exceptions: "G E",
  deposits: "G D",
  identities: "G I",
  reconciliation: "G R",
  users: "G U",
  ledger: "G L",
  imports: "G M",
  audit: "G A",
  onCall: "G C",
} as const;

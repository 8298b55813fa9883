const inHours = (hours: number) => (hours === 1 ? "one hour" : `${hours} hours`);

/** What mails, other channels and the admin screen say of incidents. They name no person and no amount, because others may read them. */
export const INCIDENT_TEXT = {
  queue: {
    withdrawals: {
      subject: "A withdrawal has waited too long",
      happened: (hours: number) =>
        `The oldest withdrawal that waits for an admin was requested more than ${inHours(hours)} ago.`,
      over: "No withdrawal waits too long any more",
      ended: (hours: number) => `No withdrawal that waits for an admin is older than ${inHours(hours)}.`,
    },
    identities: {
      subject: "An identity has waited too long",
      happened: (hours: number) => `The oldest ID card to review was sent more than ${inHours(hours)} ago.`,
      over: "No identity waits too long any more",
      ended: (hours: number) => `No ID card to review is older than ${inHours(hours)}.`,
    },
    exceptions: {
      subject: "A payment has waited too long for a decision",
      happened: (hours: number) => `The oldest payment that matches no deposit came more than ${inHours(hours)} ago.`,
      over: "No payment waits too long for a decision any more",
      ended: (hours: number) => `No payment to decide is older than ${inHours(hours)}.`,
    },
    imports: {
      subject: "An import has waited too long for another admin",
      happened: (hours: number) =>
        `The oldest import that waits for another admin was sent more than ${inHours(hours)} ago.`,
      over: "No import waits too long for another admin any more",
      ended: (hours: number) => `No import that waits for another admin is older than ${inHours(hours)}.`,
    },
  },
  backupMissed: {
    subject: "A backup is missing",
    happened: (hours: number) =>
      `No backup was made in the last ${inHours(hours)}, or none ever was. Make one, and find out why the nightly one did not run.`,
    over: "There is a backup again",
    ended: "A backup was made.",
  },
  backupFailed: {
    subject: "A backup failed",
    happened: "The last backup began and did not end. What it printed says why; make another one.",
    over: "The backup is made",
    ended: "A backup was made after the one that failed.",
  },
  ledgerDiffers: {
    subject: "The ledger differs, and withdrawals are stopped",
    happened:
      "A balance differs from its entries or its records. No withdrawal is requested or approved, and no payment started, until somebody has found out why and resumed withdrawals.",
    over: "The ledger adds up again",
    ended: "The checks of the ledger find no difference, and withdrawals were resumed.",
  },
  withdrawalsPaused: {
    subject: "An admin has paused withdrawals",
    happened:
      "No withdrawal is requested or approved, and no payment started, until two admins have resumed them. What was sent can still be recorded. The overview says who paused them and why.",
    over: "Withdrawals are resumed",
    ended: "The pause of withdrawals has ended.",
  },
  tapeDiffers: {
    subject: "The price tape has a fault",
    happened:
      "A sealed minute of the price tape is missing, or is not what it was when it was sealed. Live prices are not affected. The overview names each fault. Do not rely on the stored prices of that time until the cause is known.",
    over: "The price tape has no fault any more",
    ended: "Every fault of the price tape was mended or taken off the list.",
  },
  paymentMismatch: {
    subject: (billNumber: string) => `${billNumber}: a payment does not match its deposit`,
    happened: (billNumber: string) =>
      `A payment for the deposit ${billNumber} does not match it and was not credited. It waits for a decision.`,
    over: (billNumber: string) => `${billNumber}: the payment that did not match is decided`,
    ended: (billNumber: string) => `The payment for the deposit ${billNumber} was decided.`,
  },
  wrongAccount: {
    subject: (billNumber: string) => `${billNumber}: a deposit was paid to another account`,
    happened: (billNumber: string) =>
      `The payment network says that the deposit ${billNumber} was paid to an account that is not ours. Nothing was credited.`,
    ended: (billNumber: string) => `An admin has acknowledged it for the deposit ${billNumber}.`,
  },
  creditNotConfirmed: {
    subject: (billNumber: string) => `${billNumber}: a credited deposit is not confirmed`,
    happened: (billNumber: string) =>
      `The deposit ${billNumber} was credited, and the payment network does not confirm its payment. Compare it with the bank's own records.`,
    ended: (billNumber: string) => `An admin has acknowledged it for the deposit ${billNumber}.`,
  },
  providerDown: {
    subject: (service: string) => `${service} does not answer`,
    happened: (service: string) =>
      `The last calls of ${service} failed, for longer than a quarter of an hour. The overview says since when; the documentation of the operation says what still works without it.`,
    over: (service: string) => `${service} answers again`,
    ended: (service: string) => `The last call of ${service} was answered.`,
  },
  feedStale: {
    subject: "Prices have stopped",
    happened:
      "No source has sent a price for more than five minutes although prices are wanted. No order is taken on a price that is too old.",
    over: "Prices are back",
    ended: "The sources send prices again.",
  },
  jobFailed: {
    subject: (job: string) => `The job "${job}" failed`,
    happened: (job: string) =>
      `The job "${job}" of the product failed or exceeded its time limit more than once. It runs again by itself; if it fails for longer, the Worker's log says why.`,
    over: (job: string) => `The job "${job}" runs again`,
    ended: (job: string) => `The job "${job}" has not failed for ten minutes.`,
  },
  services: {
    database: "The database",
    journal: "The journal of money",
    mail: "The e-mail service",
    push: "A push service",
    telegram: "Telegram",
    bakong: "The payment network",
    prices: "The price source",
    images: "The store of images",
    google: "Google sign-in",
    passwords: "The password hasher",
  },
  screen: {
    ledger: "Ledger",
    overview: "Overview",
    withdrawals: "Withdrawals",
    identities: "Identities",
    exceptions: "Exceptions",
    imports: "Imports",
    deposits: "Deposits",
  },
} as const;

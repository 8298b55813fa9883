const inHours = (hours: number) => (hours === 1 ? "one hour" : `${hours} hours`);

/** Texts of the mails to admins about events. They name no person and no amount, because others may read them. */
export const ADMIN_ALERT_TEXT = {
  again: "If the same happens again within the hour, you will not receive another e-mail about it.",
  eachDay: "While this lasts you receive this e-mail once a day, and another one when it is over.",
  queueOverAge: {
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
  ledgerDiffers: {
    subject: "The ledger differs, and withdrawals are stopped",
    happened:
      "A balance differs from its entries or its records. No withdrawal is requested or approved, and no payment started, until somebody has found out why and resumed withdrawals.",
  },
  withdrawalsPaused: {
    subject: "An admin has paused withdrawals",
    happened:
      "No withdrawal is requested or approved, and no payment started, until two admins have resumed them. What was sent can still be recorded. The overview says who paused them and why.",
  },
  tapeDiffers: {
    subject: "The price tape has a fault",
    happened:
      "A sealed minute of the price tape is missing, or is not what it was when it was sealed. Live prices are not affected. The overview names each fault. Do not rely on the stored prices of that time until the cause is known.",
  },
  paymentMismatch: {
    subject: "A payment does not match its deposit",
    ours: (billNumber: string) =>
      `A payment for the deposit ${billNumber} does not match it and was not credited. It waits for a decision.`,
    others: (billNumber: string) =>
      `The payment network says that the deposit ${billNumber} was paid to an account that is not ours. Nothing was credited.`,
  },
  creditNotConfirmed: {
    subject: "A credited deposit is not confirmed",
    happened: (billNumber: string) =>
      `The deposit ${billNumber} was credited, and the payment network does not confirm its payment. Compare it with the bank's own records.`,
  },
  jobFailed: {
    subject: (job: string) => `The job "${job}" failed`,
    happened: (job: string) =>
      `The job "${job}" of the product failed or exceeded its time limit. It runs again by itself; if it fails for longer, the Worker's log says why.`,
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

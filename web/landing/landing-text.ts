import { DEPOSIT, IDENTITY, SESSION } from "../../worker/contract/limits.ts";
import { DAY_MS, HOUR_MS } from "../../worker/contract/time.ts";

const depositMinUsd = DEPOSIT.amountCentsMin / 100;

/** The text of the landing page. It only makes claims that the product fulfils. */
export const landingText = {
  title: "Tonle: a trading terminal in your browser",
  description: "Live prices, orders on $10,000 of demo money, and deposits by KHQR from the app you already use.",
  skip: "Skip to the content",
  nav: { label: "On this page", terminal: "Terminal", deposits: "Deposits", security: "Security" },
  logIn: "Log in",
  signUp: "Sign up",
  /** Shown instead of logIn and signUp while the visitor is signed in. */
  openDashboard: "Open dashboard",

  hero: {
    /** At most eight words; each line is one thought. */
    headline: ["The market", "runs both ways.", "So can you."],
    lead: "A trading terminal in your browser: live prices, orders on demo money, deposits by KHQR from the app you already use.",
    start: "Start trading",
    watch: "Watch demo",
    note: "Start with $10,000 of demo money. No deposit needed.",
  },

  figures: "Tonle in four figures",
  /** The label of a figure that this page measures. */
  measured: (label: string) => `${label}, measured here`,

  features: {
    heading: ["Built like an instrument,", "read at a glance"],
    lead: "Nothing on the screen moves unless a price, an order or your money moved.",
    realTime: {
      name: "Real-time trading",
      text: "Prices arrive over one open connection. Each change highlights its own cell for a moment.",
      columns: { symbol: "Symbol", last: "Last", change: "Change", day: "Day", recent: "Last half hour" },
    },
    analytics: {
      name: "Analytics",
      text: "Every day on a calendar, and the trades behind every figure.",
      picture: "Sample: a month on the calendar, each day with its result",
    },
    secure: {
      name: "Secure platform",
      text: "Money moves by double entry, and the database itself refuses what does not add up.",
      picture: "Sample: a deposit as two entries that add up to zero, and the same payment refused the second time",
      entry: {
        deposit: "Deposit",
        network: "Payment network",
        networkNote: "house account",
        balance: "Your balance",
        balanceNote: "available",
        sum: "Sum of the entries",
        adds: "Adds up",
        again: "The same payment again",
        refused: "Refused",
      },
    },
  },

  deposit: {
    heading: ["From your banking app", "to your balance"],
    lead: "Scan one KHQR code. The balance changes when the payment network confirms it, not before.",
    steps: [
      { name: "Enter an amount", text: `From $${depositMinUsd}, in US dollars.` },
      { name: "Scan it", text: "Any Bakong banking app. On a phone, tap to open yours." },
      { name: "It is in your account", text: "With a reference you can always find again." },
    ],
    amountPicture: `Sample: the deposit dialog with 100 dollars chosen; the minimum is ${depositMinUsd} dollars`,
    codePicture: "Sample: a payment code on white. Scanning it only shows that it is a sample.",
    paidPicture: "Sample: payment completed, the available balance is 100 dollars higher",
    /** The text that a phone reads from the code on this page. */
    code: "Sample, pays nothing. Tonle shows your code when you deposit.",
    codeNote: "Sample code, pays nothing",
  },

  security: {
    heading: ["Security,", "in plain words"],
    lead: "What we do today with your money, your password and your session. No seals, no slogans.",
    points: [
      {
        name: "Every cent is entered twice",
        text: "Each change is two matching entries that are never edited. A correction is a new entry.",
      },
      {
        name: "Paid means confirmed",
        text: "A deposit counts when the payment network confirms it to our server. Nothing sent by a browser can do that.",
      },
      {
        name: "Your password stays yours",
        text: "We keep only a slow, salted scrypt hash of it. Nobody at Tonle can read it.",
      },
      {
        name: "A session ends",
        text: `After ${SESSION.lifetimeMs / HOUR_MS} hours at the latest, and in every other browser when you choose a new password.`,
      },
      {
        name: "A second factor, if you want it",
        text: "A code from your authenticator app in addition to the password. Each of ten recovery codes opens the account once.",
      },
      {
        name: "Your ID card is seen by few",
        text: `Only you and the admins who check it can see it, and each of their views is recorded. A rejected one is erased after ${IDENTITY.refusedKeptMs / DAY_MS} days.`,
      },
      {
        name: "Nobody learns that you have an account",
        text: "Sign-up and password reset give the same answer for every e-mail address, whether it has an account or not.",
      },
      {
        name: "Practice is marked as practice",
        text: "Demo money says DEMO. Simulated prices say SIMULATED. Everywhere, always.",
      },
    ],
  },

  lastCall: {
    heading: ["Practise first.", "Deposit when you are ready."],
    createAccount: "Create account",
  },

  footer: {
    label: "About Tonle",
    about:
      "Tonlé means river. The one in Cambodia changes direction twice a year. Trading can lose money; deposit only what you can afford to lose.",
    terms: "Terms",
    privacy: "Privacy",
    support: "Support",
    contact: "Contact",
    pricesProof: "Prices",
  },
} as const;

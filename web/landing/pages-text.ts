import {
  DEPOSIT,
  IDENTITY,
  PASSWORD,
  SECOND_FACTOR,
  SESSION,
  SIGN_IN_TOKEN_MS,
  VERIFICATION_CODE,
  WITHDRAWAL,
} from "../../worker/contract/limits.ts";
import { NEWEST_SPREADS } from "../../worker/contract/modelled-spreads.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { ROUTE } from "../state/routes.ts";
import { modelledSpreads, supportAddress, usd } from "./pages-values.ts";

/** A paragraph: text with optional links. */
export type Paragraph = readonly (string | { href: string; text: string })[];
/** A table: the names of its columns, and rows whose first text names them. */
export type TextTable = { head: readonly string[]; rows: readonly (readonly string[])[] };
/** A heading with its paragraphs, and a table after them. */
export type TextPageSection = { heading: string; paragraphs: readonly Paragraph[]; table?: TextTable };
/** One of the pages linked in the footer. */
export type TextPage = {
  title: string;
  /** One sentence, below the title and in search results. */
  lead: string;
  sections: readonly TextPageSection[];
};

export const termsPage: TextPage = {
  title: "Terms",
  lead: "What you can expect from Tonle, and what we expect from you. Last changed on November 26, 2026.",
  sections: [
    {
      heading: "What Tonle is",
      paragraphs: [
        [
          "Tonle is a trading terminal in the browser. It shows market prices, lets you place orders on demo money, and keeps an account in US dollars that you can fill by KHQR and take money out of.",
        ],
        [
          "Orders on the trading screen are practice. They use a demo balance, which is kept with your account, they reach no market, and what they win or lose is not money.",
        ],
        [
          "Nothing on Tonle is investment advice. Prices can be late, wrong or missing, and some are simulated; the screen then says so.",
        ],
      ],
    },
    {
      heading: "Your account",
      paragraphs: [
        ["You can have one account, with your own name and e-mail address. Keep your password to yourself."],
        [
          "You are responsible for what happens in your account while you are signed in. If you think that someone else is signed in, choose a new password. This signs out every other browser.",
        ],
      ],
    },
    {
      heading: "Deposits",
      paragraphs: [
        [
          `A deposit is between ${usd(DEPOSIT.amountCentsMin)} and ${usd(DEPOSIT.amountCentsMax)}, in US dollars. Its code can be paid for ${DEPOSIT.lifetimeMs / MINUTE_MS} minutes, once, with exactly the amount shown.`,
        ],
        [
          "Your balance changes when the payment network confirms the payment. Money that arrives late is credited when it matches its deposit. Money that does not match is kept, and our team reviews it.",
        ],
      ],
    },
    {
      heading: "Withdrawals",
      paragraphs: [
        [
          `We pay withdrawals to the KHQR code or the bank account in your profile, up to ${usd(WITHDRAWAL.dailyCentsMax)} a day. The sum is set aside from the moment you request it. You can cancel the request until it is approved.`,
        ],
        [
          `An admin reviews every request, and two admins review large ones. If your password, your second factor or a payment method was changed shortly before, the request is approved ${WITHDRAWAL.securityHoldMs / HOUR_MS} hours after that change at the earliest. If a request is rejected, the sum is back in your balance at once, and you can read the reason.`,
        ],
      ],
    },
    {
      heading: "Risk",
      paragraphs: [
        [
          "Trading can lose money. Practice results say little about real ones. Deposit only what you can afford to lose.",
        ],
      ],
    },
    {
      heading: "What is not allowed",
      paragraphs: [
        [
          "You may not pay in money that is not yours, use someone else's account, get around limits, or disturb the service for others. We may close an account for this. What belongs to its owner remains theirs.",
        ],
      ],
    },
    {
      heading: "Changes and questions",
      paragraphs: [
        ["When these terms change, the date above changes with them. Ask about anything here at ", supportAddress, "."],
      ],
    },
  ],
};

export const privacyPage: TextPage = {
  title: "Privacy",
  lead: "Which data we keep, why we keep it, and who else sees it. Last changed on November 29, 2026.",
  sections: [
    {
      heading: "What we keep",
      paragraphs: [
        [
          "From sign-up: your name, username, e-mail address and time zone. We keep your password only as a slow, salted hash, from which it cannot be read.",
        ],
        [
          "From your profile, as far as you fill it in: your phone number, your address, your picture, and where you want to be paid, which is a bank account or the picture of a KHQR code.",
        ],
        [
          `The photograph of your ID card, if you send one. Only you and our admins can open it, and each of their views is recorded. We erase a card that you replace at once, a rejected card after ${IDENTITY.refusedKeptMs / DAY_MS} days, and an accepted card when you close your account. We keep the decision about it.`,
        ],
        [
          "For two-factor log-in, if you turn it on: the key that your authenticator app has, and your recovery codes as hashes. If you sign in with Google: the number that identifies you at Google. A new account takes its name and e-mail address from Google; your Google password never reaches us.",
        ],
        [
          "From using Tonle: your theme and language, your demo account with its orders and drawings, the trades of other brokers that you import, with the names of their files and accounts but never the files, your deposits, withdrawals and trades with their references, messages, images and times, every change of your balance, and what you and our admins did with your account and noted about it. Entries in the books are never edited or deleted; that is what makes them trustworthy.",
        ],
        [
          "For each signed-in browser: when it signed in and from which country, when it was last used, and the name that it reports. For each e-mail to you: the address, the subject and the time, for 30 days. We count attempts to sign up or log in by e-mail address and by network address, so that nobody can keep guessing.",
        ],
      ],
    },
    {
      heading: "What for",
      paragraphs: [
        [
          "We use it to run your account, to credit your payments, to keep others out of your account, and to find out what went wrong if something did. We use it for nothing else: no advertising, no profiles, no sale of data.",
        ],
      ],
    },
    {
      heading: "In your browser",
      paragraphs: [
        [
          `One cookie keeps you signed in, for ${SESSION.lifetimeMs / HOUR_MS} hours at most. Another tells this browser from one that you have never used, so that we can e-mail you when a new one logs in; it gives no access and lasts for ${SESSION.deviceLifetimeMs / DAY_MS} days.`,
        ],
        [
          "Others hold what a page looks like, so that nothing moves on it while it loads: the number of the colour theme and the language that you chose, whether the sidebar is folded, whether the dashboard shows the first steps, which places the performance page has, and for half an hour that your address has just been verified.",
        ],
        [
          `Four more last for half an hour at most. One remembers, after sign-up, which e-mail address is waiting for its code. One lets the browser in which an address was verified log in once without the password, for ${SIGN_IN_TOKEN_MS / MINUTE_MS} minutes. One remembers that the password was right while the second factor is still missing. One remembers who is signing in with Google. No script can read any of them, nor those that keep you signed in and know your browser.`,
        ],
        [
          "For the page that is shown without a connection, your browser keeps the files and the language of that page and the last prices that it showed you, which are removed when you log out. Settings, the symbol that you chose last and, until your account has them, drawings that you made without a connection stay in its own storage. What you type into some forms stays until you close the tab.",
        ],
        [
          "What you trade on the front page without an account is gone when you close the page. There are no third-party cookies, no trackers, and no scripts from anywhere else.",
        ],
      ],
    },
    {
      heading: "Who else sees it",
      paragraphs: [
        [
          "The companies that run parts of Tonle for us see what they need for it: the company that hosts the service and its database, the e-mail service (your address and our e-mails to you), and the payment network (each payment to us). Google learns that you use Tonle only if you sign in with Google.",
        ],
        ["Our own logs hold no names, addresses or passwords."],
      ],
    },
    {
      heading: "Your rights",
      paragraphs: [
        [
          "Under Privacy in your ",
          { href: ROUTE.settings, text: "settings" },
          " you can download your data as a file, and close your account. You can change your name, phone number, address and picture in your ",
          { href: ROUTE.profile, text: "profile" },
          ". For anything else, write to ",
          supportAddress,
          " from the address of your account.",
        ],
        [
          "When you close your account, we erase your name, phone number, address and e-mail address, your picture, your ID card, your payment methods, the trades of other brokers, your second factor and your sessions. Deposits, withdrawals and where they were paid to, trades and every movement of money stay in the books, without your name. A name that you changed stays in the protected log of changes, which nobody can rewrite.",
        ],
      ],
    },
  ],
};

export const supportPage: TextPage = {
  title: "Support",
  lead: "The questions that come up most, and where to ask the others.",
  sections: [
    {
      heading: "The code does not arrive",
      paragraphs: [
        [
          `Delivery can take a few minutes. Check your spam folder too. A code works for ${VERIFICATION_CODE.lifetimeMs / MINUTE_MS} minutes, and only the newest one works. You can ask for another after ${VERIFICATION_CODE.resendAfterMs / 1000} seconds.`,
        ],
      ],
    },
    {
      heading: "I have forgotten my password",
      paragraphs: [
        [
          "Request a link on ",
          { href: "/forgot-password", text: "the reset page" },
          `. It works once. The new password needs at least ${PASSWORD.codePointsMin} characters, and choosing it signs out every browser.`,
        ],
      ],
    },
    {
      heading: "I have lost my authenticator app",
      paragraphs: [
        [
          `Each of your ${SECOND_FACTOR.recoveryCodes} recovery codes opens your account once, in place of the app's code. Then set up a new app under Security in your `,
          { href: ROUTE.settings, text: "settings" },
          ".",
        ],
      ],
    },
    {
      heading: "I have paid, and my balance is the same",
      paragraphs: [
        [
          "A payment usually shows within ten seconds. When the payment network is slow, Tonle keeps checking, even after the code has expired and while your browser is closed.",
        ],
        [
          "If you paid a different amount from the one in the code, our team will review it. Write to us with the reference of the deposit, which is in your deposit history.",
        ],
      ],
    },
    {
      heading: "Prices say Delayed or Offline",
      paragraphs: [
        [
          "Nothing new has come from the market for some seconds, or your connection was lost. Prices come back by themselves, and until then no demo order is filled at an old one.",
        ],
      ],
    },
    {
      heading: "Prices say SIMULATED",
      paragraphs: [["They follow a model, not a market. They let you try the terminal."]],
    },
    {
      heading: "Something else",
      paragraphs: [
        [
          "Write to ",
          supportAddress,
          ". Say what you did and what you saw, and add the request number if the screen shows one. We never ask for your password or for a code.",
        ],
      ],
    },
  ],
};

export const contactPage: TextPage = {
  title: "Contact",
  lead: "One address, read by people.",
  sections: [
    {
      heading: "E-mail",
      paragraphs: [
        [supportAddress],
        [
          "For questions about your account, write from the e-mail address that belongs to it. For a payment, add the reference of the deposit.",
        ],
      ],
    },
    {
      heading: "A weakness in our security",
      paragraphs: [
        [
          "Write to the same address with the word Security in the subject. Tell us first, give us time to fix it, and do not access other people's data.",
        ],
      ],
    },
    {
      heading: "Quick answers",
      paragraphs: [["Codes, passwords and payments: see ", { href: "/support", text: "Support" }, "."]],
    },
  ],
};

export const pricesProofPage: TextPage = {
  title: "Proof of prices",
  lead: "Every price is recorded before it is shown, and each minute of the record is sealed in public.",
  sections: [
    {
      heading: "What is recorded",
      paragraphs: [
        [
          "Before a price reaches your screen, it is written into an ordered record, which we call the tape: what a symbol could be sold and bought for, at what time by the source's clock and by ours, and from which source. Times without prices, changes of the source and disagreements between sources are on the tape too. The price on the screen is the middle between both sides.",
        ],
      ],
    },
    {
      heading: "What a seal is",
      paragraphs: [
        [
          "When a minute is over, everything recorded in it is condensed into one number, its seal, of 64 hexadecimal digits. Each seal also contains the one before it. If a single record were changed afterwards, its seal and every later one would be different.",
        ],
        [
          "So keep a copy of a seal. Whatever was recorded up to that minute can be checked against it at any later time.",
        ],
      ],
    },
    {
      heading: "How to check seals yourself",
      paragraphs: [
        ["The seals of a day are at /api/market/tape/seals?day=2026-11-23, for any day of UTC, oldest first."],
        [
          "A seal is the SHA-256 of six lines, each ended by a line feed: the words tonle tape 1; minuteMs, the start of the minute in milliseconds since 1970; firstSeq and lastSeq, the numbers of its first and last record; root; and previous, the seal before it, which is 64 zeros for the first one. Each minute begins with the record that follows the last one of the minute before.",
        ],
        [
          "The root is that of the Merkle tree of RFC 6962 over the minute's records, each a line of text. With a record's line and the hashes on its way to the root, anyone can check that it was in the minute without seeing the others.",
        ],
      ],
    },
    {
      heading: "What a seal does not show",
      paragraphs: [
        [
          "A seal shows what we recorded, and that it is unchanged. It cannot show that a source sent a price, or that no price was missed while we were not connected; that is why such times are recorded.",
        ],
        ["The full tape is not public: most sources do not allow others to publish their prices again."],
      ],
    },
    {
      heading: "When a source tells only trades",
      paragraphs: [
        [
          `Some sources tell the price of each trade, and not what one can sell and buy for. Such a quote is marked as modelled: half of the spread below lies on each side of the trade's price. The spreads are our assumption. This is version ${NEWEST_SPREADS.version} of them.`,
        ],
      ],
      table: {
        head: ["Spread", "Main hours", "Other hours", "Market closed"],
        rows: modelledSpreads(),
      },
    },
  ],
};

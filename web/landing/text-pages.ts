import {
  DEPOSIT,
  IDENTITY,
  PASSWORD,
  SECOND_FACTOR,
  SESSION,
  VERIFICATION_CODE,
  WITHDRAWAL,
} from "../../worker/contract/limits.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { ROUTE } from "../routes.ts";

/** A paragraph is text with, here and there, a link. */
export type Paragraph = readonly (string | { href: string; words: string })[];
export type TextPageSection = { heading: string; paragraphs: readonly Paragraph[] };
export type TextPage = {
  title: string;
  /** One sentence, below the title and in search results. */
  lead: string;
  sections: readonly TextPageSection[];
};

const usd = (cents: number) => `$${(cents / 100).toLocaleString("en-US")}`;

const supportAddress = { href: "mailto:support@tonle.example", words: "support@tonle.example" };

export const termsPage: TextPage = {
  title: "Terms",
  lead: "What you can expect from Tonle, and what we expect from you. Last changed on November 21, 2026.",
  sections: [
    {
      heading: "What Tonle is",
      paragraphs: [
        [
          "Tonle is a trading terminal in the browser. It shows market prices, lets you place orders on demo money, and keeps an account in US dollars that you can fill by KHQR and take money out of.",
        ],
        [
          "Orders on the trading screen are practice. They use a demo balance that exists only in your browser, they reach no market, and what they win or lose is not money.",
        ],
        [
          "Nothing on Tonle is investment advice. Prices can be late, wrong or missing, and some are simulated; the screen then says so.",
        ],
      ],
    },
    {
      heading: "Your account",
      paragraphs: [
        ["One person, one account, with a name and an e-mail address that are yours. Keep your password to yourself."],
        [
          "You answer for what happens in your account while you are signed in. If you think that someone else is, choose a new password: that signs every other browser out.",
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
          "Your balance changes when the payment network confirms the payment. Money that arrives late is credited when it matches its deposit; money that does not match is kept and looked at by a person.",
        ],
      ],
    },
    {
      heading: "Withdrawals",
      paragraphs: [
        [
          `Money goes out to the KHQR code or the bank account that your profile has, up to ${usd(WITHDRAWAL.dailyCentsMax)} a day. A sum is set aside from the moment you ask for it; until the request is approved you can cancel it.`,
        ],
        [
          `A person reads every request, and two of them the large ones. When your password, your second factor or a payment method was changed shortly before, it is approved ${WITHDRAWAL.securityHoldMs / HOUR_MS} hours after that change at the earliest. What is rejected is back in your balance at once, with the reason.`,
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
          "Paying in money that is not yours, using someone else's account, getting around limits, or disturbing the service for others. We may close an account for it; what belongs to its owner stays theirs.",
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
  lead: "Which data we keep, what for, and who else sees it. Last changed on November 21, 2026.",
  sections: [
    {
      heading: "What we keep",
      paragraphs: [
        [
          "From sign-up: your name, username, e-mail address and time zone. Your password only as a slow, salted hash, from which it cannot be read.",
        ],
        [
          "From your profile, as far as you fill it in: your phone number, your address, your picture, and where you want to be paid, which is a bank account or the picture of a KHQR code.",
        ],
        [
          `The photograph of your ID card, if you send one. Only you and our admins can open it, and each of their looks is written down. One that you replace is erased at once, one that was refused after ${IDENTITY.refusedKeptMs / DAY_MS} days, one that was accepted when you close your account. What was decided about it stays.`,
        ],
        [
          "For two-factor log-in, if you turn it on: the key that your authenticator app has, and your recovery codes as hashes. If you sign in with Google: the number by which Google knows you. A new account takes its name and e-mail address from Google; your Google password never reaches us.",
        ],
        [
          "From using Tonle: your theme, your deposits, withdrawals and trades with their references, messages, images and times, every change of your balance, and what you and our admins did with your account and noted about it. Entries in the books are never edited or deleted; that is what makes them trustworthy.",
        ],
        [
          "For each signed-in browser: when it signed in and from which country, when it was last used, and the name it gives of itself. Of each mail to you: the address, the subject and the time, for 30 days. Tries to sign up or in are counted by e-mail address and by network address, so that nobody guesses for long.",
        ],
      ],
    },
    {
      heading: "What for",
      paragraphs: [
        [
          "To run your account, to credit your payments, to keep others out of it, and to find out what went wrong when something did. Nothing else: no advertising, no profiles, no sale of data.",
        ],
      ],
    },
    {
      heading: "In your browser",
      paragraphs: [
        [
          `One cookie keeps you signed in, for ${SESSION.lifetimeMs / HOUR_MS} hours at most. Another tells this browser from one that you have never used, so that we can mail you when a new one logs in; it opens nothing and lives for ${SESSION.deviceLifetimeMs / DAY_MS} days.`,
        ],
        [
          "Three more live for half an hour at most: one remembers, after sign-up, whose e-mail address is waiting for its code, one that the password was right while the second factor is still asked for, and one who is on the way to Google and back. No script can read any of them.",
        ],
        [
          "Settings stay in your browser's own storage; demo trades are gone when you close the page. There are no cookies of others, no trackers, and no script from anywhere else.",
        ],
      ],
    },
    {
      heading: "Who else sees it",
      paragraphs: [
        [
          "The companies that run parts of Tonle for us see what they need for it: the host of the service and its database, the mail service your address and our mails to you, and the payment network each payment to us. Google learns that you use Tonle only if you sign in with Google.",
        ],
        ["Our own logs hold no names, addresses or passwords."],
      ],
    },
    {
      heading: "Your rights",
      paragraphs: [
        [
          "Under Privacy in your ",
          { href: ROUTE.settings, words: "settings" },
          " you can download your data as a file, and close your account. Name, phone number, address and picture you change in your ",
          { href: ROUTE.profile, words: "profile" },
          ". For anything else write to ",
          supportAddress,
          " from the address of your account.",
        ],
        [
          "A closed account loses your name, phone number, address and e-mail address, your picture, your ID card, your payment methods, your second factor and your sessions. Deposits, withdrawals with where they were paid to, trades and every movement of money stay in the books, without your name. A name that you changed stays in the protected log of changes, which nobody can rewrite.",
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
          `Delivery can take a few minutes; look into the spam folder too. A code works for ${VERIFICATION_CODE.lifetimeMs / MINUTE_MS} minutes, and only the newest one works. You can ask for another after ${VERIFICATION_CODE.resendAfterMs / 1000} seconds.`,
        ],
      ],
    },
    {
      heading: "I have forgotten my password",
      paragraphs: [
        [
          "Ask for a link on ",
          { href: "/forgot-password", words: "the reset page" },
          `. It works once. The new password needs at least ${PASSWORD.codePointsMin} characters, and choosing it signs every browser out.`,
        ],
      ],
    },
    {
      heading: "My authenticator app is gone",
      paragraphs: [
        [
          `Each of your ${SECOND_FACTOR.recoveryCodes} recovery codes opens your account once, in place of the app's code. Then set up a new app under Security in your `,
          { href: ROUTE.settings, words: "settings" },
          ".",
        ],
      ],
    },
    {
      heading: "I have paid, and my balance is the same",
      paragraphs: [
        [
          "A payment usually shows within ten seconds. When the payment network is slow, Tonle keeps asking, also after the code has expired and with your browser closed.",
        ],
        [
          "Was the amount another one than the code's, then a person looks at it. Write to us with the reference of the deposit; it stands in your deposit history.",
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
      paragraphs: [["They follow a model, not a market. They are there to try the terminal with."]],
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
          "Write to the same address with the word Security in the subject. Tell us first, give us time to mend it, and leave other people's data alone.",
        ],
      ],
    },
    {
      heading: "Quick answers",
      paragraphs: [["Codes, passwords and payments: see ", { href: "/support", words: "Support" }, "."]],
    },
  ],
};

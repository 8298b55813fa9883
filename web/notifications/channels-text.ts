import type { Channel } from "../../worker/contract/channels.ts";

const names: Readonly<Record<Channel, string>> = { push: "Push", telegram: "Telegram", email: "E-mail" };

export const channelsText = {
  where: "Where we reach you",
  order: "The order in which they take over",
  loading: "Loading where we reach you",
  failure: {
    refused: { title: "Could not load where we reach you", text: "Please try again in a moment." },
    unreachable: { title: "Could not load where we reach you", text: "Check your connection and try again." },
  },
  names,
  inPage: { title: "In the page", name: "always, this list is the record", line: "Lists and toasts, on every device at once" },
  grip: (name: string, place: number, count: number) =>
    `Move ${name}, now ${place} of ${count}. Up and down arrows move it.`,
  moved: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}`,
  more: (name: string) => `More about ${name}`,
  since: (name: string, day: string) => `${name}, since ${day}`,
  here: (name: string) => `${name}, this one`,
  takesOver: (first: string, next: string) => `What ${first} does not show within 60 s goes on by ${next}.`,
  onlyOne: (first: string) => `Only ${first} reaches you outside of the page.`,
  none: "Nothing reaches you outside of the page.",

  test: "Test",
  testAgain: "Test again",
  sending: "Sending...",
  notSent: "The test could not be sent. Check your connection and try again.",
  last: {
    sending: "On its way",
    accepted: { push: "Accepted, not shown yet", telegram: "Accepted", email: "Accepted by the mail service" },
    shown: {
      push: (age: string) => `Last message shown ${age}`,
      telegram: (age: string) => `Last message delivered ${age}`,
      email: (age: string) => `Last message sent ${age}`,
    },
    silent: (at: string) => `Last message at ${at} was not shown within 60 s`,
    failed: (at: string, why: string) => `Last message failed at ${at}: ${why}`,
  },
  tested: {
    sending: "The test is on its way",
    shown: {
      push: (after: string) => `Test shown after ${after}`,
      telegram: (after: string) => `Test delivered in ${after}`,
      email: (after: string) => `Test arrived at the mail service in ${after}`,
    },
    silent: "Test accepted, but not shown within 60 s",
    failed: (why: string) => `Test failed: ${why}`,
  },
  ago: (age: string) => `${age} ago`,
  justNow: "just now",
  seconds: (seconds: string) => `${seconds} s`,
  why: {
    none: "no answer (0)",
    gone: { push: "the browser has ended it", telegram: "you stopped the bot", email: "the address does not exist" },
    key: "the service refused our key",
    tooLarge: "the message was too large",
    busy: "the service is busy",
    down: "the service is down",
    refused: "the service refused it",
    withCode: (why: string, status: number) => `${why} (${status})`,
  },

  push: {
    off: "Not on in this browser",
    turnOn: "Turn on",
    turnOnAgain: "Turn on again",
    turningOn: "Turning on...",
    turnOff: "Turn off here",
    remove: "Remove this browser",
    removed: (name: string) => `${name} takes no pushes any more`,
    ended: (at: string) => `Ended at ${at}`,
    endedBy: (name: string, at: string, status: number) => `${name} ended it at ${at} (${status})`,
    elsewhere: "Turn it on again in that browser",
    unsupported: "This browser has no pushes. Chrome, Edge, Firefox and Safari have them.",
    needsInstall: "On iPhone and iPad: press Share, then Add to Home Screen, and open Tonle from there.",
    denied: "This browser refuses them. To allow it: the icon at the left of the address, Notifications, Allow.",
    notAsked: "You closed the browser's question. Press again to answer it.",
    failed: {
      denied: "The browser refuses notifications of Tonle",
      not_asked: "Nothing was turned on: the browser's question was closed",
      unsupported: "This browser cannot take pushes",
      service: "The browser's push service could not be reached. Try again in a moment.",
      unsent: "Pushes could not be turned on. Check your connection and try again.",
    },
    on: "Pushes are on in this browser",
  },

  telegram: {
    none: "Not linked",
    link: "Link",
    linkAgain: "Link again",
    linking: "Making a link...",
    waits: (left: string) => `Waits for Telegram, ${left}`,
    how: "Scan it with your phone, or open it here, and press Start in Telegram. Then confirm it on this page. The link works once.",
    isItYou: (name: string) => `${name} has opened your link. Is it you?`,
    confirm: "Yes, link",
    notMe: "Not me",
    code: "QR code of the link to Telegram",
    open: "Open Telegram",
    cancel: "Close",
    expired: "The link has expired.",
    another: "Make another one",
    linked: (name: string) => `Telegram is linked to ${name}`,
    blocked: "You stopped the bot in Telegram. Link it again to go on.",
    sums: "Sums of money in Telegram",
    sumsHint: "Messages say how much. Whoever sees your Telegram sees it too.",
    unlink: "Unlink",
    unlinked: "Telegram is unlinked",
    notLinked: "The link could not be made. Check your connection and try again.",
  },

  email: {
    off: "Off: only what is always e-mailed",
    turnOn: "Turn on",
    turnOff: "Turn off e-mail notifications",
  },

  undo: "Undo",
  notChanged: "Could not be changed, so it is as before",

  offer: {
    title: "Be told when this page is closed?",
    text: "Your browser can show alerts, deposits and log-ins, even when Tonle is not open.",
    turnOn: "Turn on",
    notNow: "Not now",
    later: "You can turn it on later, under Notifications.",
  },

  carried: {
    shown: {
      push: (after: string) => `Push, seen after ${after}`,
      telegram: (after: string) => `Telegram, delivered in ${after}`,
      email: "E-mail",
    },
    sending: (name: string) => `${name}, on its way`,
    accepted: { push: "Push, not seen yet", telegram: "Telegram", email: "E-mail" },
    silent: "Not shown in 60 s",
    failed: (name: string, status: number) => `${name} failed (${status})`,
    then: (before: string, next: string) => `${before}, then ${next}`,
  },

  alert: {
    broken: (why: string) => `Does not reach you: ${why}`,
    change: "Change",
    inPageOnly: "In the page only",
    thenTell: (names: string) => `In the page, then ${names}`,
  },
} as const;

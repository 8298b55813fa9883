import { ALERTS } from "../../worker/contract/alerts/price-alerts.ts";
import { DEMO_TEXT } from "../../worker/contract/demo/demo-text.ts";
import { formatCount } from "../ui/format.ts";

/** The texts of the editor of alerts. */
export const alertFormText = {
  kind: "What the alert waits for",
  level: "Level",
  move: "Move in a time",
  when: "When the price",
  directions: { rises: "Rises to or through", falls: "Falls to or through" },
  line: "Line",
  yourLine: (level: string) => `Your line, now at ${level}`,
  away: (percent: string) => `${percent} away`,
  steps: { less: "Lower level", more: "Higher level" },
  whenMoves: "When the price moves",
  moves: { either: "Up or down", up: "Up", down: "Down" },
  by: "by",
  within: "within",
  moveCounts: "The widest move of that time counts, from any quote to any later one.",
  told: (times: number, isEstimate: boolean) => {
    const about = isEstimate ? "about " : "";
    if (times === 0) return `In the last 7 days it would ${isEstimate ? "probably " : ""}not have told you.`;
    return `In the last 7 days it would have told you ${about}${times === 1 ? "once" : `${formatCount(times)} times`}.`;
  },
  after: "After it told you",
  once: "Stay silent",
  again: "Tell me again",
  back: { rises: "After falling back", falls: "After rising back" },
  backTo: (level: string) => `to ${level}`,
  againAfter: (time: string) => `After ${time}, with what moves from then on`,
  until: "Until the end of",
  noEnd: "Empty: without an end",
  note: "Note, you read it when it fires",
  noteCount: (count: number) => `${count} of ${ALERTS.noteMax}`,
  noteTooLong: `At most ${ALERTS.noteMax} characters.`,
  quiet: "Also in quiet hours",
  quietText: "Otherwise it waits at the bell.",
  set: "Set alert",
  setAt: (level: string) => `Set alert at ${level}`,
  setOnLine: "Set alert on your line",
  setMove: (percent: string, time: string) => `Set alert for ${percent} in ${time}`,
  saveAt: (level: string) => `Save alert at ${level}`,
  saveOnLine: "Save alert on your line",
  saveMove: (percent: string, time: string) => `Save alert for ${percent} in ${time}`,
  setting: "Sending",
  atPrice: (price: string) => `The price is at ${price} now. Choose a level above or below it.`,
  isReached: (price: string) => `The price is at ${price} already. Choose the other direction, or another level.`,
  priceRange: DEMO_TEXT.priceRange,
  percentRange: `From 0.01% to ${ALERTS.basisPointsMax / 100}%.`,
  needsLevel: "Enter a level.",
  dayRange: "A day from today on, within a year.",
  gone: "This alert was removed meanwhile. What you typed is kept, and can be set as a new one.",
  changed: (now: string) =>
    `This alert was changed elsewhere meanwhile. Now: ${now}. What you typed is kept, and saving replaces it.`,
  useThese: "Use these",
} as const;

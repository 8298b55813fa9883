import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";
import { formatAge } from "../ui/format.ts";
import { SOCKET_WAITS } from "./socket-waits.ts";

export const feedWords: typeof import("./feed-text.ts").feedWords = (condition, origin = null) => {
  switch (condition.kind) {
    case "connecting":
      return "កំពុងតភ្ជាប់";
    case "live":
      return origin?.words ?? "ផ្ទាល់";
    case "polled":
      return origin?.isDisputed ? origin.words : `តម្លៃថ្មីរៀងរាល់ ${formatAge(SOCKET_WAITS.pollPauseMs)}`;
    case "delayed":
      return `យឺត ${formatAge(condition.ageMs)}`;
    case "stale":
      return `ហួសសម័យ ${formatAge(condition.ageMs)}`;
    case "offline":
      return condition.ageMs === null ? "គ្មានការតភ្ជាប់" : `គ្មានការតភ្ជាប់ ${formatAge(condition.ageMs)}`;
  }
};

/** Khmer of where prices come from. */
export const describeOrigin: typeof import("./feed-text.ts").describeOrigin = (origin) => {
  const disagreement = disagreementWords(origin);
  return disagreement === null
    ? { words: `ផ្ទាល់ពី ${SOURCE_NAMES[origin.source]}`, isDisputed: false }
    : { words: disagreement, isDisputed: true };
};

/** Khmer of which sources disagree about a price. */
export const disagreementWords: typeof import("./feed-text.ts").disagreementWords = ({
  source,
  agreement,
  disagreesWith,
}) =>
  agreement === "disagree" && disagreesWith !== null
    ? `តម្លៃពី ${SOURCE_NAMES[source]} និង ${SOURCE_NAMES[disagreesWith]} មិនត្រូវគ្នា`
    : null;

/** Answers of the API about web push. */
export const PUSH_TEXT = {
  unknownService:
    "Notifications go only through the push services of Chrome, Edge, Firefox and Safari. This browser uses another one.",
  oddKeys: "The keys of this browser's subscription cannot be read. Turn notifications off and on again.",
} as const;

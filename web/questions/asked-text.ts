/** In place of the questions to a trader that could not be loaded. */
export const askedText = { failed: "Our questions to you could not be loaded." } as const;

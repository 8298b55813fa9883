/** Texts at the end of a session. */
export const sessionText = {
  idle: (minutes: number) => `You were signed out after ${minutes} minutes without activity.`,
} as const;

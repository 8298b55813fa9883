/** What a session says when it ends. */
export const sessionText = {
  idle: (minutes: number) => `You were signed out after ${minutes} minutes without activity.`,
} as const;

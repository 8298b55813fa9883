/** Names of browsers that are not known by their own. */
export const DEVICE_TEXT = {
  on: (browser: string, system: string) => `${browser} on ${system}`,
  someBrowserOn: (system: string) => `A browser on ${system}`,
  unknown: "An unknown browser",
} as const;

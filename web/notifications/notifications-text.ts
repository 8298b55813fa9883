/** The text of the notifications placeholder. */
export const notificationsText = { removed: "Notifications feature removed" } as const;

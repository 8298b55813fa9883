export const notificationsText = { removed: "Notifications feature removed" } as const;

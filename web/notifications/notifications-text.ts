/** Text at the address of the removed notifications feature. */
export const notificationsText = { removed: "Notifications feature removed" } as const;

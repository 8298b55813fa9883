/** Names of the installed application on a device, and the notice of a new version. */
export const installText = {
  name: "Tonle: trading terminal",
  shortName: "Tonle",
  description: "Live prices, orders on demo money, and deposits by KHQR from the app you already use.",
  newVersion: "A new version is ready",
  reload: "Reload",
} as const;

/** Texts that a device shows of the installed application, and those about a new version. */
export const installText = {
  name: "Tonle: trading terminal",
  shortName: "Tonle",
  description: "Live prices, orders on demo money, and deposits by KHQR from the app you already use.",
  newVersion: "A new version is ready",
  reload: "Reload",
} as const;

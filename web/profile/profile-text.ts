/** The text of the profile. Source: specification sections 2 and 8 */
export const profileText = {
  memberSince: "Member since",
  changePhoto: "Change photo",
  uploading: "Uploading...",
  orDrop: "or drop an image here",
  username: "Username",
  fullName: "Full Name",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone Number",
  address: "Address",
  email: "E-mail",
  readOnly: "Read-only",
  fixedName: "Verified with your ID card. To change it,",
  writeToSupport: "write to support",
  edit: (what: string) => `Edit ${what}`,
  save: "Save",
  cancel: "Cancel",

  updated: "Field Updated",
  updateFailed: { title: "Update Failed", failed: "Failed to update field. Please try again." },
  pictureUpdated: "Profile Picture Updated",
  pictureFailed: { title: "Update Failed", failed: "Failed to update profile picture. Please try again." },
  connectionError: "Connection Error",
  unreachable: "Unable to connect to server. Please check your internet connection and try again.",
  selectImage: "Please select an image file",

  timeZone: {
    label: "Time zone",
    differs: (here: string, account: string) =>
      `This browser is in ${here}. Your account counts its days in ${account}.`,
    switchTo: (here: string) => `Switch to ${here}`,
    keep: (account: string) => `Keep ${account}`,
    switched: (here: string) => `Your days are counted in ${here} now`,
  },
} as const;

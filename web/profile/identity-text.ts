import type { PhotographFault } from "../images/judge-photograph.ts";
import type { User } from "../state/api.ts";

/** The text of the identity check. Source: specification sections 2, 4 and 8 */
export const IDENTITY_TEXT = {
  title: "ID Verification",
  badge: { pending: "ID Pending", verified: "Verified", rejected: "ID rejected" } satisfies Record<
    Exclude<User["idVerificationStatus"], "none">,
    string
  >,
  prompt: "Upload a photo of your ID card to verify your identity. Our team reviews it, typically within 24-48 hours.",
  pending: "Your ID card is under review, which typically takes 24-48 hours. We will e-mail you when it is done.",
  sent: (date: string) => `Sent on ${date}.`,
  verified: "ID Verified",
  /** Before "write to support". */
  renewed: "If it expires or changes,",
  checked: (date: string) => `Your ID card was checked on ${date}.`,
  rejected: "Your ID card could not be accepted",
  reopened: "Your identity must be verified again",
  clearer: "Please upload a clearer ID image",

  view: "View",
  hide: "Hide",
  yourCard: "Your ID card",
  hidden: "Hidden until you show it",
  show: "Show ID card",
  blur: "Blur it again",
  savedAs: "id-card",

  upload: "Upload ID card",
  uploadAnother: "Upload another image",
  uploadHint: "All four corners, well lit, nothing covered",
  reading: "Reading the image...",
  selectImage: "Please select an image file",

  confirmTitle: "Confirm ID Card Upload",
  confirmLead: "Can every word on it be read? Only our review team sees it.",
  preview: "The ID card that will be sent",
  cancel: "Cancel",
  useThis: "Use This ID",
  uploading: "Uploading ID Card...",
  doubt: "It may be rejected",
  faults: {
    small: "The image is small: small print may not be readable.",
    dark: "The photograph is dark. Take it where there is more light.",
    blurred: "The photograph looks blurred. Hold the camera still, and tap the card to focus.",
  } satisfies Record<PhotographFault, string>,

  uploaded: {
    title: "ID Uploaded Successfully",
    message: "Your ID will be verified within 24-48 hours. You will receive a notification on completion.",
  },
  updated: { title: "ID Updated Successfully", message: "Your new ID will be re-verified within 24-48 hours." },
  failed: {
    title: "Upload Failed",
    failed: "Failed to upload ID. Please try again.",
    unreachable: "Unable to upload ID. Please check your connection and try again.",
  },
} as const;

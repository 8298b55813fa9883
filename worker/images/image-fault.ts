import { LIMIT_TEXT } from "../platform/api-text.ts";

/** Why bytes are not accepted as an image, as text for the user. */
export const IMAGE_FAULT_TEXT = {
  not_an_image: "Please select an image file",
  too_large: LIMIT_TEXT.imageBytes,
  damaged: "This image is damaged or incomplete. Please choose another one.",
  moving: "Moving images are not accepted. Please choose a still one.",
  unusual: "This kind of image is not accepted. Please save it as a common JPEG, PNG or WebP.",
  dimensions: LIMIT_TEXT.imageSides,
} as const;

/** Thrown by the parsers of the formats; `inspectImage` turns it into an AppError. */
export class ImageFault extends Error {
  readonly reason: keyof typeof IMAGE_FAULT_TEXT;

  constructor(reason: keyof typeof IMAGE_FAULT_TEXT) {
    super(reason);
    this.name = "ImageFault";
    this.reason = reason;
  }
}

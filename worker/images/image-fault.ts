import { IMAGE_KIND_TEXT as khmerOfKinds } from "../contract/image-kind-text.km.ts";
import { IMAGE_KIND_TEXT as englishOfKinds } from "../contract/image-kind-text.ts";
import { joinLanguages } from "../contract/translated.ts";
import { LIMIT_TEXT } from "../platform/api-text.ts";
import { IMAGE_FAULT_TEXT as khmer } from "./image-fault-text.km.ts";
import { IMAGE_FAULT_TEXT as english } from "./image-fault-text.ts";

/** Why bytes are not accepted as an image, as text for the user in every language. */
export const IMAGE_FAULT_TEXT = {
  ...joinLanguages({ en: english, km: khmer }),
  ...joinLanguages({ en: englishOfKinds, km: khmerOfKinds }),
  too_large: LIMIT_TEXT.imageBytes,
  dimensions: LIMIT_TEXT.imageSides,
};

/** Thrown by the parsers of the formats; `inspectImage` turns it into an AppError. */
export class ImageFault extends Error {
  readonly reason: keyof typeof IMAGE_FAULT_TEXT;

  constructor(reason: keyof typeof IMAGE_FAULT_TEXT) {
    super(reason);
    this.name = "ImageFault";
    this.reason = reason;
  }
}

import type { Translation } from "./languages.ts";

export const OPTIONAL_MAILS: Translation<typeof import("./optional-mails-text.ts").OPTIONAL_MAILS> = {
  identityVerified: "អត្តសញ្ញាណរបស់អ្នកត្រូវបានផ្ទៀងផ្ទាត់",
  identityRejected: "អត្តសញ្ញាណប័ណ្ណរបស់អ្នកមិនអាចទទួលយកបាន",
};

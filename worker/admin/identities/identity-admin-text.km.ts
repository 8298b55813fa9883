import type { Translation } from "../../contract/languages.ts";

export const IDENTITY_ADMIN_TEXT: Translation<typeof import("./identity-admin-text.ts").IDENTITY_ADMIN_TEXT> = {
  cardUsed: (names) => `គណនីផ្សេងមានប័ណ្ណដូចគ្នានេះ៖ ${names}។ សូមប្រាប់ថាហេតុអ្វីនៅតែផ្ទៀងផ្ទាត់ សួរអតិថិជន ឬបដិសេធវា។`,
};

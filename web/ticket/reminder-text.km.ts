import type { Translation } from "../../worker/contract/languages.ts";

export const reminderText: Translation<typeof import("./reminder-text.ts").reminderText> = {
  see: "មើលវា",
  cost: (trades, r) => `ការជួញដូរបែបនេះ ${trades} អន់ជាងការជួញដូរផ្សេងទៀតរបស់អ្នក ${r}R។ អ្នកបានសុំឱ្យរំលឹក។`,
};

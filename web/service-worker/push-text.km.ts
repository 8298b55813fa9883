import type { Translation } from "../../worker/contract/languages.ts";

export const pushText: Translation<typeof import("./push-text.ts").pushText> = {
  title: "Tonle",
  body: "មានអ្វីមួយកើតឡើងក្នុងគណនីរបស់អ្នក",
};

import type { Translation } from "../../worker/contract/languages.ts";

export const pushOfferText: Translation<typeof import("./push-offer-text.ts").pushOfferText> = {
  title: "ជូនដំណឹងពេល Tonle បិទឬ?",
  text: "កម្មវិធីរុករកនេះអាចបង្ហាញការជូនដំណឹងតម្លៃ ការដាក់ប្រាក់ និងការចូលគណនី ពេលនោះផងដែរ។",
  turnOn: "បើក",
  turningOn: "កំពុងបើក...",
  notNow: "មិនមែនឥឡូវ",
  later: "ពេលក្រោយ៖ ការជូនដំណឹង រួចកន្លែងដែលយើងទាក់ទងអ្នក។",
};

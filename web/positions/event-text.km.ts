import type { Translation } from "../../worker/contract/languages.ts";
import { formatCount } from "../ui/format.ts";

export const eventText: Translation<typeof import("./event-text.ts").eventText> = {
  deals: { buy: "បានទិញ", sell: "បានលក់" },
  deal: (deal, what, price) => `${deal} ${what} នៅតម្លៃ ${price}`,
  elsewhere: (what) => `ក្នុងផ្ទាំង ឬឧបករណ៍ផ្សេង៖ ${what}`,
  carriedOut: (what) => `បានអនុវត្ត៖ ${what}`,
  placed: (order) => `បានដាក់ការបញ្ជា ${order}`,
  amended: (order) => `បានកែការបញ្ជា ${order}`,
  cancelled: (order) => `បានបោះបង់ការបញ្ជា ${order}`,
  manyCancelled: (count) => `បានបោះបង់ការបញ្ជា ${formatCount(count)}`,
  closed: (deal) => `បានបិទ៖ ${deal}`,
  manyClosed: (count, result) => `បានបិទទីតាំង ${formatCount(count)}, ${result}`,
  exitsChanged: (trade) => `បានកែកាត់ខាត និងយកចំណេញ ${trade}`,
  triggered: (order, limit) => `ដល់តម្លៃឈប់ហើយ៖ ${order} ឥឡូវនេះរង់ចាំតម្លៃកំណត់ ${limit}`,
  expired: (order) => `ការបញ្ជាផុតកំណត់៖ ${order}`,
  notEnough: (order) => `ការបញ្ជាត្រូវបានបញ្ចប់ ព្រោះប្រាក់ធានានៅសល់មិនគ្រប់៖ ${order}`,
  tooMany: (order) => `ការបញ្ជាត្រូវបានបញ្ចប់ ព្រោះមានទីតាំងកំពុងបើកច្រើនពេក៖ ${order}`,
  orderOf: "ការបញ្ជាមួយ",
  marginCalled: (equity, margin) => `ការហៅបន្ថែមប្រាក់ធានា៖ មូលធនរបស់អ្នក ${equity} ស្មើ ឬទាបជាងប្រាក់ធានាដែលបានប្រើ ${margin}`,
  protected: (amount) => `សមតុល្យសាកល្បងរបស់អ្នកបានធ្លាក់ក្រោមសូន្យ៖ យើងបានបន្ថែម ${amount} ដើម្បីឱ្យស្មើសូន្យ`,
  overnight: (amount) => `ថ្លៃកាន់ឆ្លងយប់៖ ${amount}`,
  newRun: (run, before, balance) =>
    `គណនីសាកល្បងត្រូវបានកំណត់ឡើងវិញក្នុងផ្ទាំង ឬឧបករណ៍ផ្សេង៖ នេះជាជុំទី ${run}។ ជុំទី ${before} ត្រូវបានទុកក្នុងបណ្ណសារ ដោយមាន ${balance}។`,
  newRunHere: (run, before, balance) =>
    `គណនីសាកល្បងត្រូវបានកំណត់ឡើងវិញ៖ នេះជាជុំទី ${run}។ ជុំទី ${before} ត្រូវបានទុកក្នុងបណ្ណសារ ដោយមាន ${balance}។`,
};

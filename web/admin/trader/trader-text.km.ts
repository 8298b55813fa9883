import type { Translation } from "../../../worker/contract/languages.ts";

type English = typeof import("./trader-text.ts");

export const TRADER_TEXT: Translation<English["TRADER_TEXT"]> = {
  loading: "កំពុងផ្ទុកព័ត៌មានអ្នកជួញដូរ",
  failed: "ផ្ទុកព័ត៌មានអ្នកជួញដូរមិនបាន",
  failedDetail: "ប្រាក់ ប្រវត្តិ និងការព្រមានអំពីគាត់មិនមាននៅទីនេះទេ។ សូមព្យាយាមម្តងទៀត មុនពេលសម្រេច។",
  khqr: "កូដ KHQR",

  facts: "អត្តសញ្ញាណ",
  person: "ឈ្មោះ",
  card: "អត្តសញ្ញាណប័ណ្ណ",
  cardWord: {
    none: "មិនបានផ្ញើ",
    pending: "កំពុងរង់ចាំការពិនិត្យ",
    verified: (when) => `បានផ្ទៀងផ្ទាត់ ${when}`,
    rejected: "បានបដិសេធ",
  },
  note: "កំណត់ចំណាំ",
  email: "អ៊ីមែល",
  phone: "លេខទូរសព្ទ",
  member: "សមាជិក",
  memberSince: (date, days) => `តាំងពី ${date}, ${ageWords(days)}`,

  frozen: (when) => `គណនីត្រូវបានបង្កក ${when}`,
  frozenBy: (who) => `ដោយ ${who}។`,

  nameChanged: (age) => `បានប្តូរឈ្មោះ ${age}មុន`,
  otherName: (from, to) => `ពី ${from} ទៅ ${to}។`,
  sameNameAgain: (name) => `ឈ្មោះត្រឡប់មកជា ${name} វិញ។`,

  history: {
    title: "ប្រវត្តិ",
    tab: { all: "ទាំងអស់", withdrawals: "ការដកប្រាក់", deposits: "ការដាក់ប្រាក់", security: "សុវត្ថិភាព" },
    withdrawal: "ការដកប្រាក់",
    deposit: "ការដាក់ប្រាក់",
    security: "សុវត្ថិភាព",
    identity: "អត្តសញ្ញាណ",
    thisRequest: (message) => (message ? `សំណើនេះ “${message}”` : "សំណើនេះ"),
    bill: (billNumber) => `KHQR ${billNumber}`,
    withinDay: "ក្នុង 24 ម៉ោង",
    since: "ក្រោយនោះ",
    cardSent: "បានផ្ញើអត្តសញ្ញាណប័ណ្ណ",
    cardBy: {
      submitted: (who) => `អត្តសញ្ញាណប័ណ្ណផ្ញើដោយ ${who}`,
      verified: (who) => `អត្តសញ្ញាណប័ណ្ណផ្ទៀងផ្ទាត់ដោយ ${who}`,
      rejected: (who) => `អត្តសញ្ញាណប័ណ្ណបដិសេធដោយ ${who}`,
      reopened: (who) => `ការផ្ទៀងផ្ទាត់បើកឡើងវិញដោយ ${who}`,
    },
    cardState: {
      submitted: "បានផ្ញើ",
      verified: "បានផ្ទៀងផ្ទាត់",
      rejected: "បានបដិសេធ",
      reopened: "បានបើកឡើងវិញ",
    },
    nothing: {
      all: "មិនទាន់មានអ្វីកើតឡើងទេ។",
      withdrawals: "មិនមានសំណើដកប្រាក់ទេ។",
      deposits: "មិនមានការដាក់ប្រាក់ទេ។",
      security: "មិនមានការប្រែប្រួលទេ។",
    },
    newest: (shown, all) => `ថ្មីបំផុត ${shown} ក្នុងចំណោម ${all}។`,
    window: "ការប្រែប្រួលសុវត្ថិភាពគឺក្នុង 30 ថ្ងៃចុងក្រោយ។",
    whole: "ព័ត៌មានទាំងអស់អំពីអ្នកប្រើនេះ",
  },

  evidence: {
    title: "ឯកសារបញ្ជាក់",
    card: "អត្តសញ្ញាណប័ណ្ណ",
    showCard: "បង្ហាញអត្តសញ្ញាណប័ណ្ណ",
    viewNoted: "រាល់ការមើលអត្តសញ្ញាណប័ណ្ណត្រូវបានកត់ត្រាក្នុងកំណត់ហេតុសវនកម្ម។",
    cardOf: (name) => `អត្តសញ្ញាណប័ណ្ណរបស់ ${name}`,
    noCard: "មិនបានផ្ញើអត្តសញ្ញាណប័ណ្ណទេ។",
    erased: "រូបភាពត្រូវបានលុបនៅចុងរយៈពេលរក្សាទុក",
    sent: (when) => `បានផ្ញើ ${when}`,
    device: "ឧបករណ៍",
    changes: "សុវត្ថិភាព 30 ថ្ងៃចុងក្រោយ",
    fullScreen: "ពេញអេក្រង់",
    enlarge: (title) => `ពង្រីក៖ ${title}`,
    checks: "ការពិនិត្យ",
  },

  addNote: "បន្ថែមកំណត់ចំណាំ",

  noChange: "មិនមានការប្រែប្រួល",
  action: {
    "user.password_changed": "បានប្តូរពាក្យសម្ងាត់",
    "user.password_reset": "បានកំណត់ពាក្យសម្ងាត់ថ្មីតាមអ៊ីមែល",
    "user.two_factor_on": "បានបើកការផ្ទៀងផ្ទាត់ពីរជំហាន",
    "user.two_factor_off": "បានបិទការផ្ទៀងផ្ទាត់ពីរជំហាន",
    "user.two_factor_reset": "អ្នកគ្រប់គ្រងបានដកការផ្ទៀងផ្ទាត់ពីរជំហានចេញ",
    "user.google_linked": "បានភ្ជាប់គណនី Google",
    "user.telegram_linked": "បានភ្ជាប់ការជជែក Telegram",
    "user.google_claimed": "បានប្តូរម្ចាស់តាមការចូលដោយ Google",
    "user.logged_in": "បានចូលគណនីលើឧបករណ៍ថ្មី",
    "user.login_alerts": "បានបិទអ៊ីមែលអំពីឧបករណ៍ថ្មី",
    "payment_methods.saved": "បានរក្សាទុកវិធីទូទាត់",
  },
};

type Methods = NonNullable<Parameters<English["securityLabel"]>[0]["methods"]>;

const METHOD: Record<keyof Methods, string> = { khqr: "កូដ KHQR", bankTransfer: "គណនីធនាគារ" };

const CHANGE: Record<Methods[keyof Methods], string> = {
  added: "បានបន្ថែម",
  changed: "បានប្តូរ",
  removed: "បានលុប",
  unchanged: "មិនប្រែប្រួល",
};

/** `បានប្តូរគណនីធនាគារ, បានបន្ថែមកូដ KHQR` */
export const securityLabel: English["securityLabel"] = ({ action, methods }) => {
  const changed = (["bankTransfer", "khqr"] as const).flatMap((method) => {
    const change = methods?.[method] ?? "unchanged";
    return change === "unchanged" ? [] : [`${CHANGE[change]}${METHOD[method]}`];
  });
  return changed.length === 0 ? TRADER_TEXT.action[action] : changed.join(", ");
};

/** `ថ្ងៃនេះ`, `12 ថ្ងៃ`, `5 ខែ`, `2 ឆ្នាំ` */
function ageWords(days: number): string {
  if (days < 1) return "ថ្ងៃនេះ";
  const [count, unit] =
    days < 60 ? [days, "ថ្ងៃ"] : days < 730 ? [Math.floor(days / 30.44), "ខែ"] : [Math.floor(days / 365), "ឆ្នាំ"];
  // No-break space: the number and its unit stay on one line.
  return `${count}\u00a0${unit}`;
}

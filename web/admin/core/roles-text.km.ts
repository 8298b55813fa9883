import type { AdminRole } from "../../../worker/contract/admin-roles.ts";
import type { Translation } from "../../../worker/contract/languages.ts";

const NAMES: Record<AdminRole, string> = { support: "ជំនួយ", operator: "ប្រតិបត្តិករ", owner: "ម្ចាស់ប្រតិបត្តិការ" };

export const ROLES_TEXT: Translation<typeof import("./roles-text.ts").ROLES_TEXT> = {
  names: NAMES,
  roles: "តួនាទី",
  does: {
    support: "អាន សរសេរកំណត់ចំណាំ និងសួរ។ លេខគណនី អ្នកបង់ប្រាក់ និងរូបភាពត្រូវបានបិទបាំង។",
    operator: "សម្រេចលើការដកប្រាក់ អត្តសញ្ញាណ ការទូទាត់ និងការនាំចូល ហើយបើកប្រាក់។",
    owner: "អ្នកគ្រប់គ្រង និងតួនាទី ការបង្កកគណនី ការកំណត់ និងកំណត់ហេតុសវនកម្ម។",
  },
  chooseOne: "សូមជ្រើសរើសតួនាទីយ៉ាងតិចមួយ",
  needed: (roles) => `ផ្នែកនេះត្រូវការតួនាទី ${roles.map((role) => NAMES[role]).join(" ឬ ")}`,
  neededDetail: (held) =>
    held.length === 0
      ? "អ្នកមិនមានតួនាទីទេ។ ម្ចាស់ប្រតិបត្តិការអាចផ្តល់ឱ្យអ្នក។"
      : `តួនាទីរបស់អ្នក៖ ${held.map((role) => NAMES[role]).join(", ")}។ ម្ចាស់ប្រតិបត្តិការអាចផ្តល់តួនាទីផ្សេងឱ្យអ្នក។`,
  decides: "ប្រតិបត្តិករជាអ្នកសម្រេចលើករណីនេះ។ អ្នកអាចអាន សួរអតិថិជន និងសរសេរកំណត់ចំណាំអំពីអ្នកប្រើបាន។",
  hiddenImage: "មានតែតួនាទីខ្លះប៉ុណ្ណោះដែលមើលឃើញរូបនេះ",
};

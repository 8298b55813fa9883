import type { Translation } from "../contract/languages.ts";

export const INPUT_TEXT: Translation<typeof import("./input-text.ts").INPUT_TEXT> = {
  required: (label) => `សូមបំពេញ${spaced(label)}`,
  tooLong: (label, max) => `${label} អាចមានច្រើនបំផុត ${max} តួអក្សរ`,
  tooShort: (label, min) => `${label} ត្រូវមានយ៉ាងតិច ${min} តួអក្សរ`,
  cannotBeShown: (label) => `${label} មានតួអក្សរដែលមិនអាចបង្ហាញបាន`,
  mustBe: (label, type) => `${label} ត្រូវជា${type}`,
  types: {
    string: "អក្សរ",
    number: "ចំនួន",
    boolean: "តម្លៃពិត ឬមិនពិត",
    object: "វត្ថុ JSON",
    array: "បញ្ជី",
    int: "ចំនួនគត់",
  },
  invalid: "សំណើនេះមិនត្រឹមត្រូវ",
  unknownField: (field) => `នៅទីនេះគ្មានកន្លែងបំពេញឈ្មោះ ${JSON.stringify(field)} ទេ`,

  contentType: (type) => `សូមផ្ញើជា ${type}`,
  contentEncoding: "សូមផ្ញើខ្លឹមសារដោយមិនបង្រួម",
  tooLarge: (kib) => `សំណើនេះធំជាង ${kib} KiB`,
  notJson: "ខ្លឹមសារនេះមិនមែនជា JSON ត្រឹមត្រូវទេ",
  notMultipart: "ខ្លឹមសារនេះមិនមែនជាទម្រង់ multipart ត្រឹមត្រូវទេ",
  tooManyParts: (max) => `ទម្រង់មួយអាចមានច្រើនបំផុត ${max} ផ្នែក`,
  notWebSocket: "សូមបើកអាសយដ្ឋាននេះជា WebSocket",

  noKey: "សូមផ្ញើ Idempotency-Key ដើម្បីឱ្យសំណើដែលផ្ញើម្តងទៀតត្រូវបានធ្វើតែម្តង",
  malformedKey: "Idempotency-Key ត្រូវមានតួអក្សរ ASCII ដែលមើលឃើញ ពី 1 ទៅ 255",
  keyReused: "Idempotency-Key នេះត្រូវបានប្រើសម្រាប់សំណើផ្សេងហើយ",
  otherCursor: (sort) => `ទីតាំងទំព័រនេះមិនមែនជារបស់បញ្ជីដែលតម្រៀបតាម ${sort} ទេ`,
};

/** A name in Latin letters has a space before it. */
function spaced(label: string): string {
  return /^\w/.test(label) ? ` ${label}` : label;
}

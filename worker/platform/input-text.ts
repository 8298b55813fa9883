/** Answers of the API to a request that it cannot read. */
export const INPUT_TEXT = {
  required: (label: string) => `${label} is required`,
  tooLong: (label: string, max: number | bigint) => `${label} must have at most ${max} characters`,
  tooShort: (label: string, min: number | bigint) => `${label} must have at least ${min} characters`,
  cannotBeShown: (label: string) => `${label} has characters that cannot be shown`,
  mustBe: (label: string, type: string) => `${label} must be ${type}`,
  types: {
    string: "text",
    number: "a number",
    boolean: "true or false",
    object: "a JSON object",
    array: "a list",
    int: "a whole number",
  },
  invalid: "The request is not valid",
  unknownField: (field: string) => `There is no field named ${JSON.stringify(field)} here`,

  contentType: (type: string) => `Send this as ${type}`,
  contentEncoding: "Send the body without a content encoding",
  tooLarge: (kib: number) => `The request is larger than ${kib} KiB`,
  notJson: "The body is not valid JSON",
  notMultipart: "The body is not valid multipart form data",
  tooManyParts: (max: number) => `A form has at most ${max} parts`,
  notWebSocket: "Open this address as a WebSocket",

  noKey: "Send an Idempotency-Key, so that a repeat of this request acts once",
  malformedKey: "Idempotency-Key must have 1 to 255 visible ASCII characters",
  keyReused: "This Idempotency-Key was used for another request",
  otherCursor: (sort: string) => `cursor is not of a list that is ${sort} first`,
} as const;

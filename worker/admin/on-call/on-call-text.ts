/** What calls to who is on call say besides the incidents, and the answers of the screen. */
export const ON_CALL_TEXT = {
  andMore: (count: number) => `and ${count} more`,
  acknowledge: "Acknowledge it on the screen “On call”",
  repeated: (minutes: number, repeats: number) =>
    `Until an admin acknowledges it or it ends by itself, it is sent again every ${minutes === 1 ? "minute" : `${minutes} minutes`}, and after ${repeats} repeats to every admin.`,
  toEverybody: (minutes: number) =>
    `It goes to every admin, every ${minutes === 1 ? "minute" : `${minutes} minutes`}, until one of them acknowledges it or it ends by itself.`,
  notAdmin: "Each person on call must be an admin now. Choose again.",
  changed: "A colleague has changed the rota meanwhile. Look at it, and change it again.",
  twice: "A person is on the list twice.",
  tooMany: (most: number) => `The list can have ${most} people.`,
  spanOrder: "It must end after it begins.",
  spanPast: "It must end in the future.",
  spanLong: (days: number) => `It can last ${days} days at most.`,
} as const;

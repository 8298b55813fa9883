/** Texts about a refused code beside the message of the API. */
export const codeRefusalText = {
  triesLeft: (left: number) => {
    if (left === 0) return "This code cannot be used any more. Send yourself a new one.";
    return left === 1 ? "One try is left." : `${left} tries are left.`;
  },
  used: "The code was already used. Wait for the next one in your app.",
  clock: "The code is of another time. Set your phone's clock to automatic, then enter the next code.",
} as const;

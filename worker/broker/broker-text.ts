/** Answers of the API about broker accounts and the files of their trades. */
export const BROKER_TEXT = {
  noSuchAccount: "There is no such broker account",
  noSuchImport: "There is no such file",
  notStaged: "This file was decided already",
  changedSince: "The account was changed meanwhile. Nothing was imported: look at the file again",
  notCommitted: "Only an imported file can be taken back",
  incomplete: (staged: string, rows: string) => `${staged} of the file's ${rows} rows have arrived`,
  beyondEnd: (rows: string) => `The file has ${rows} rows`,
  wrongKind: "These rows are not of the kind that the file was opened for",
  inTheFuture: "This time is in the future",
  sumTooLarge: "This sum has more digits than can be kept exactly",
  mappingTooLarge: "The columns of the file take too much room",
} as const;

/** What is shown of a push that cannot be read. */
export const pushText = { title: "Tonle", body: "Something happened in your account" } as const;

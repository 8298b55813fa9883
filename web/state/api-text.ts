/** What a refusal by the API says where this page says more than the API. */
export const apiText = {
  tooManyRequests: (wait: string) => `Too many requests. Please try again in ${wait}.`,
} as const;

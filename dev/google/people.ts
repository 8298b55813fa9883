import { z } from "zod";

/** A person with an account at the stand-in, as in its identity tokens. */
export const personBody = z.strictObject({
  sub: z.string().min(1),
  email: z.string().min(3),
  email_verified: z.boolean().default(true),
  /** The domain of an organisation whose addresses Google runs. */
  hd: z.string().optional(),
  given_name: z.string().default(""),
  family_name: z.string().default(""),
});

/** A person with an account at the stand-in. */
export type Person = z.output<typeof personBody>;

/** The people that the consent page offers: one of each kind that the product distinguishes. */
export const PEOPLE: readonly (Person & { what: string })[] = [
  {
    what: "an address that Google runs",
    sub: "100000000000000000001",
    email: "vanna.sok@gmail.com",
    email_verified: true,
    given_name: "Vanna",
    family_name: "Sok",
  },
  {
    what: "an organisation's address at Google",
    sub: "100000000000000000002",
    email: "dara@mekong.example",
    email_verified: true,
    hd: "mekong.example",
    given_name: "Dara",
    family_name: "Lim",
  },
  {
    what: "an address elsewhere, verified once",
    sub: "100000000000000000003",
    email: "sophea@post.example",
    email_verified: true,
    given_name: "Sophea",
    family_name: "Chea",
  },
  {
    what: "an address that was never verified",
    sub: "100000000000000000004",
    email: "rith@post.example",
    email_verified: false,
    given_name: "Rith",
    family_name: "Kong",
  },
];

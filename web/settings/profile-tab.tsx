import { styled } from "goober";
import type { User } from "../api.ts";
import { Field } from "../ui/field.tsx";
import { media } from "../ui/theme.ts";
import { settingsText } from "./settings-text.ts";

const Grid = styled("div")`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 16px;
  ${media.phone} {
    grid-template-columns: 1fr;
  }
`;

const text = settingsText.profile;

/** Who one is, to read. */
export function ProfileTab({ person }: { person: User }) {
  return (
    <Grid>
      <Field label={text.firstName} value={person.firstName} readOnly />
      <Field label={text.lastName} value={person.lastName} readOnly />
      <Field label={text.email} value={person.email} readOnly />
      <Field label={text.phone} value={person.phone} readOnly />
      <Field label={text.timeZone} value={person.timeZone} hint={text.timeZoneHint} readOnly />
    </Grid>
  );
}

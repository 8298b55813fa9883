import { styled } from "goober";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";

const Whole = styled("span")`
  display: flex;
  min-width: 0;
  white-space: pre;
  & > :first-child {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

/** Characters that stay at the end: an account's number or a month, and what kind of file it is. */
const END_LENGTH = 11;

/** A file's name that is cut in its middle where room is short: files of one broker differ at the end. */
export function FileName({ name }: { name: string }) {
  return (
    <Whole title={name}>
      <span aria-hidden="true">{name.slice(0, -END_LENGTH)}</span>
      <span aria-hidden="true">{name.slice(-END_LENGTH)}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </Whole>
  );
}

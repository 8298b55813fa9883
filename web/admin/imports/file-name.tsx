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

/** Characters kept at the end: an account number or a month, and the extension. */
const END_LENGTH = 11;

/** A file name that is shortened in the middle: files of one broker differ at the end. */
export function FileName({ name }: { name: string }) {
  return (
    <Whole title={name}>
      <span aria-hidden="true">{name.slice(0, -END_LENGTH)}</span>
      <span aria-hidden="true">{name.slice(-END_LENGTH)}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </Whole>
  );
}

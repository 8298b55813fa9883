import { Fragment } from "react";

/** Up to this length a part of an address fits into a line of the narrowest screen. */
const SHORT_CHARACTERS = 20;

/**
 * An e-mail address, or an account name at the payment network, which has the same form. A line may break before the
 * `@`, and in a long half after a point, dash, underscore or plus, but not inside a word.
 */
export function MailAddress({ of }: { of: string }) {
  const parts = of
    .split(/(?=@)/)
    .flatMap((half) => (half.length > SHORT_CHARACTERS ? half.split(/(?<=[._+-])/) : half));
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

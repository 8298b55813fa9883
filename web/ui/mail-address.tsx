import { Fragment } from "react";

/** A part of an address up to here fits a line of the narrowest screen. */
const SHORT_CHARACTERS = 20;

/**
 * An e-mail address, or an account's name at the payment network, which looks alike: where a line has no room for all of it,
 * the next begins with its sign, and where one of its halves has none either, behind one of that half's points and dashes,
 * and not in mid-word.
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

import { Fragment } from "react";

/** An e-mail address: where a line has no room for all of it, it goes on before one of its signs and not in mid-word. */
export function MailAddress({ of }: { of: string }) {
  return of.split(/(?=[@.])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other name, and never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

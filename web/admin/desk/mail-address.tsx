/**
 * An e-mail address, or an account's name at the payment network, which looks alike: where a line has no room for all of it,
 * the next begins with its sign, and not in mid-word.
 */
export function MailAddress({ of }: { of: string }) {
  const sign = Math.max(0, of.indexOf("@"));
  return (
    <>
      {of.slice(0, sign)}
      <wbr />
      {of.slice(sign)}
    </>
  );
}

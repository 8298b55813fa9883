/** An e-mail address: where a line has no room for all of it, the next begins with its sign, and not in mid-word. */
export function MailAddress({ of }: { of: string }) {
  const sign = of.indexOf("@");
  return (
    <>
      {of.slice(0, sign)}
      <wbr />
      {of.slice(sign)}
    </>
  );
}

/** An email address. If it does not fit on a line, it breaks after the @ rather than within a name. */
export function EmailText({ address }: { address: string }) {
  const at = address.indexOf('@') + 1;
  return (
    <span data-email>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}

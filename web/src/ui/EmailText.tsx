import { Fragment } from 'react';

interface EmailTextProps {
  address: string;
  /** In a narrow column, it also breaks after its dots. */
  narrow?: boolean;
}

/** An email address. If it does not fit on a line, it breaks after the @ rather than within a name. */
export function EmailText({ address, narrow = false }: EmailTextProps) {
  const parts = address.split(narrow ? /(?<=[@.])/ : /(?<=@)/);
  return (
    <span data-email>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The parts of an address never change their order.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

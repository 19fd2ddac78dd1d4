import { Title, useMantineTheme } from '@mantine/core';

/** The screen's one heading: the document's title follows it, and navigation brings the focus to it. */
export function PageTitle({ children }: { children: string }) {
  const { other } = useMantineTheme();
  const product = typeof other.product === 'string' ? other.product : '';
  return (
    <>
      <title>{product === '' || product === children ? children : `${children} · ${product}`}</title>
      <Title order={1} tabIndex={-1} style={{ outline: 'none' }}>
        {children}
      </Title>
    </>
  );
}

import { Title, useMantineTheme } from '@mantine/core';

/** The screen's only h1. Also sets the document's title, and receives the focus after navigation. */
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

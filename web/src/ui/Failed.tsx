import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

interface FailedProps {
  error: unknown;
  retry?: (() => void) | undefined;
}

/** What could not be loaded, why as far as it is known, and a way to try again. */
export function Failed({ error, retry }: FailedProps) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title="This could not be loaded"
      role="alert"
    >
      <Group justify="space-between" align="center">
        <Text size="sm">{error instanceof Error ? error.message : 'Something went wrong.'}</Text>
        {retry && (
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}

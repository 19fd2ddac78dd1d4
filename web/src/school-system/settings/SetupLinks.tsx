import { Group } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { setupParts } from '@waypost/contract/school-system/settings/rules';
import { LinkButton } from '../../ui/links.tsx';
import { setupWays } from './setup-ways.ts';

/** Links to each part of the setup, after it is complete. */
export function SetupLinks() {
  return (
    <Group gap="xs">
      {setupParts.map((part) => (
        <LinkButton key={part} to={setupWays[part].to} variant="default">
          {t(setupWays[part].label)}
        </LinkButton>
      ))}
    </Group>
  );
}

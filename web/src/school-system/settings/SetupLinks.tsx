import { Group } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { setupParts } from '@waypost/contract/school-system/settings/rules';
import { LinkButton } from '../../ui/links.tsx';
import { setupLinks } from './setup-links.ts';

/** Links to each part of the setup, after it is complete. */
export function SetupLinks() {
  return (
    <Group gap="xs">
      {setupParts.map((part) => (
        <LinkButton key={part} to={setupLinks[part].to} variant="default">
          {t(setupLinks[part].label)}
        </LinkButton>
      ))}
    </Group>
  );
}

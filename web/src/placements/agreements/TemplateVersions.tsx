import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { type AgreementTemplate, agreementCalls } from '@waypost/contract/placements/agreements/calls';
import type { TemplateInput } from '@waypost/contract/placements/agreements/forms';
import { useState } from 'react';
import { notify } from '../../client/notices.ts';
import { callQuery } from '../../client/queries.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import classes from './Agreement.module.css';
import { Preview } from './TemplateForm.tsx';

interface TemplateVersionsProps {
  template: AgreementTemplate;
  save: (input: TemplateInput) => Promise<unknown>;
  onClose: () => void;
}

/** Every version of a template: who saved it when, and its text, which can become the next version. */
export function TemplateVersions({ template, save, onClose }: TemplateVersionsProps) {
  const { _id, version: newest, versions } = template;
  const [chosen, setChosen] = useState(newest);
  const [restoring, setRestoring] = useState(false);
  const query = useQuery(
    callQuery(agreementCalls.getAgreementTemplateVersion, { _id, version: String(chosen) }),
  );
  const [program, internship_type] = [template.program ?? '', template.internship_type ?? ''] as const;

  async function restore() {
    if (!query.data) return;
    const fresh = { _id, version: newest, program, internship_type, body: query.data.body };
    await save(fresh);
    setChosen(newest + 1);
    notify.success(
      t('Version {next} has the text of version {version}.', { next: newest + 1, version: chosen }),
      t('Template saved'),
    );
  }

  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <ul className={classes.parties}>
          {versions.map(({ version, saved_at, saved_by }) => (
            <li key={version}>
              <Button
                variant={version === chosen ? 'light' : 'subtle'}
                justify="start"
                fullWidth
                aria-pressed={version === chosen}
                onClick={() => setChosen(version)}
              >
                {t('Version {version}, {day}, {name}', {
                  version,
                  day: showMoment(saved_at),
                  name: saved_by,
                })}
              </Button>
            </li>
          ))}
        </ul>
        <Loaded query={query}>
          {({ body, version }) => (
            <Stack>
              <Preview body={body} program={program} internshipType={internship_type} />
              {version === newest ? (
                <Text size="sm">{t('New agreements use this version.')}</Text>
              ) : (
                <Group>
                  <Button onClick={() => setRestoring(true)}>
                    {t('Restore version {version}', { version })}
                  </Button>
                </Group>
              )}
            </Stack>
          )}
        </Loaded>
      </SimpleGrid>
      <Group>
        <Button variant="default" onClick={onClose}>
          {t('Back to templates')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={restoring}
        onClose={() => setRestoring(false)}
        onConfirm={restore}
        confirm={t('Restore this text')}
      >
        {t(
          'The text of version {version} becomes version {next}, which new agreements use. Nothing is deleted.',
          { version: chosen, next: newest + 1 },
        )}
      </ConfirmDialog>
    </Stack>
  );
}

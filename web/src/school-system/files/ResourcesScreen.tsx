import { Paper, Text, UnstyledButton } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { fileCalls, type ResourceFile } from '@waypost/contract/school-system/files/calls';
import { fileAddress } from '../../client/call.ts';
import { OwnText } from '../../client/OwnText.tsx';
import { callQuery } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { showMoment } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Screen } from '../../ui/Screen.tsx';
import classes from './ResourcesScreen.module.css';

/**
 * The resources that a school system provides to its students or businesses
 * (docs/behavior/files.md#screens).
 */
export default function ResourcesScreen() {
  const type = useUser().role === 'Business' ? 'business' : 'student';
  const query = useQuery(callQuery(fileCalls.getResourceFiles, { type }));
  const count = query.data?.length ?? 0;
  return (
    <Screen
      title={t('Resources')}
      lead={t('Forms and guides from your school system. Choose one to open it.')}
      width="narrow"
    >
      <Loaded
        query={query}
        empty={
          <EmptyState title={t('No resources yet')} icon={<IconFileText />}>
            {t('Your school system hasn’t added any forms or guides yet. Ask its staff if you need one.')}
          </EmptyState>
        }
      >
        {(files) => (
          <div>
            <Text size="sm" c="dimmed" mb="xs" role="status">
              {t('{count, plural, one {# resource} other {# resources}}', { count })}
            </Text>
            <Paper withBorder component="ul" className={classes.list}>
              {files.map((file) => (
                <li key={file._id}>
                  <Resource file={file} />
                </li>
              ))}
            </Paper>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function Resource({ file }: { file: ResourceFile }) {
  return (
    <UnstyledButton
      component="a"
      href={fileAddress(file)}
      target="_blank"
      rel="noopener"
      className={classes.resource}
    >
      <IconFileText size={24} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        <span className={classes.name}>
          <OwnText original={file.name} spanish={file.name_es} />
        </span>
        <Text component="span" size="sm" c="dimmed">
          {t('Added {date}', { date: showMoment(file.createdAt) })}
        </Text>
      </span>
      <IconDownload size={20} aria-hidden className={classes.icon} />
    </UnstyledButton>
  );
}

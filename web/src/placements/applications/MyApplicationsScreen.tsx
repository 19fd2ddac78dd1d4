import { Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { type Application, applicationCalls } from '@waypost/contract/placements/applications/calls';
import {
  type ApplicationGroup,
  applicationGroups,
  groupOf,
} from '@waypost/contract/placements/applications/rules';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import { callQuery, keepFresh, loadedAhead } from '../../client/queries.ts';
import { byText, type Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton, TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { standingColumns } from './columns.tsx';
import { groupTitle } from './words.ts';

const mineQuery = callQuery(applicationCalls.getMyApplications, {}, loadedAhead);

export const ahead = (queries: QueryClient) => void queries.prefetchQuery(mineQuery);

/** A student's applications: Open, Active and Closed (docs/behavior/applications.md#groups). */
export default function MyApplicationsScreen() {
  const mine = useQuery({ ...mineQuery, ...keepFresh });
  return (
    <Screen title={t('Applications')} lead={t('What you applied for and the status of each.')}>
      <Loaded
        query={mine}
        empty={
          <EmptyState
            title={t('You haven’t applied for anything yet')}
            action={<LinkButton to="/opportunity/browse">{t('Browse opportunities')}</LinkButton>}
          >
            {t('When you apply for an opportunity, it appears here.')}
          </EmptyState>
        }
      >
        {(applications) => (
          <Stack gap="xl">
            {applicationGroups.map((group) => (
              <Group key={group} title={group} rows={rowsOf(group, applications)} none={t(none[group])} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Screen>
  );
}

const none: Record<ApplicationGroup, Message> = {
  Open: msg('You have no open applications.'),
  Active: msg('You have no running placement.'),
  Closed: msg('Declined, withdrawn, and ended applications appear here.'),
};

/** Offers come first, because they need a reply. */
function rowsOf(group: ApplicationGroup, applications: Application[]): Application[] {
  const rows = applications.filter(
    ({ status, business_status }) => groupOf(status, business_status) === group,
  );
  const isOffer = ({ status }: Application) => status === 'Offered';
  return [...rows.filter(isOffer), ...rows.filter((row) => !isOffer(row))];
}

const captions: Record<ApplicationGroup, Message> = {
  Open: msg('Open applications'),
  Active: msg('Active applications'),
  Closed: msg('Closed applications'),
};

function Group({ title, rows, none }: { title: ApplicationGroup; rows: Application[]; none: string }) {
  return (
    <section aria-labelledby={`group-${title}`}>
      <Title order={2} size="h3" id={`group-${title}`}>
        {groupTitle(title)}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed" mt="xs">
          {none}
        </Text>
      ) : (
        <DataTable
          caption={t(captions[title])}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          count={(rowCount) =>
            t('{rowCount, plural, one {# application} other {# applications}}', { rowCount })
          }
          wide
        />
      )}
    </section>
  );
}

const businessOf = ({ opportunity_id_fk }: Application) => shownBusiness(opportunity_id_fk.business_id_fk);

const columns: readonly Column<Application>[] = [
  {
    key: 'opportunity',
    header: msg('Opportunity'),
    card: 'title',
    compare: byText(({ opportunity_title }) => opportunity_title),
    cell: ({ _id, opportunity_title }) => (
      <TextLink inherit to="/application/view/$id" params={{ id: _id }}>
        {opportunity_title}
      </TextLink>
    ),
  },
  { key: 'business', header: msg('Business'), compare: byText(businessOf), cell: businessOf },
  ...standingColumns<Application>('Student'),
  {
    key: 'next',
    header: () => <VisuallyHidden>{t('Next step')}</VisuallyHidden>,
    name: msg('Next step'),
    card: 'actions',
    cell: (row) => <NextStep row={row} />,
  },
];

function NextStep({ row }: { row: Application }) {
  if (row.status === 'Offered')
    return (
      <LinkButton to="/application/view/$id" params={{ id: row._id }}>
        {t('Answer offer')}
      </LinkButton>
    );
  if (row.project_id)
    return (
      <LinkButton to="/project/$id/hours" params={{ id: row.project_id }} variant="default">
        {t('Open placement')}
      </LinkButton>
    );
  return null;
}

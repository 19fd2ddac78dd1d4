import { Chip, Group, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { t } from '@waypost/contract/i18n';
import { filterYears } from '@waypost/contract/people/directory/rules';
import { type ProjectRow, projectCalls } from '@waypost/contract/placements/projects/calls';
import { useOwnName } from '../../client/own-names.ts';
import { keepFresh, loadedAhead } from '../../client/queries.ts';
import { wholeQuery } from '../../client/read-all.ts';
import { useAddress } from '../../client/search-params.ts';
import { byText } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ManyChoices } from '../../ui/ManyChoices.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { InternCard } from './InternCard.tsx';
import classes from './InternsScreen.module.css';
import { type InternsSearch, readInternsSearch } from './interns-search.ts';

const internsQuery = wholeQuery(projectCalls.getInterns, {}, loadedAhead);

export const ahead = (queries: QueryClient) => void queries.prefetchQuery(internsQuery);

/**
 * Manage Interns: cards grouped by opportunity, first those that are waiting for the business
 * (docs/behavior/projects.md#manage-interns).
 */
export default function InternsScreen() {
  const interns = useQuery({ ...internsQuery, ...keepFresh });
  return (
    <Screen
      title={t('Manage Interns')}
      lead={t('Your interns, by opportunity. What needs your approval is marked.')}
      action={<LinkButton to="/interns/hours">{t('Approve hours by week')}</LinkButton>}
    >
      <Loaded
        query={interns}
        empty={
          <EmptyState
            title={t('You do not have any interns to manage at this time.')}
            action={<LinkButton to="/default">{t('Manage Opportunities')}</LinkButton>}
          >
            {t('A student becomes your intern when they accept your offer.')}
          </EmptyState>
        }
      >
        {(rows) => <Interns rows={rows} />}
      </Loaded>
    </Screen>
  );
}

function Interns({ rows }: { rows: ProjectRow[] }) {
  const [search, choose] = useAddress(readInternsSearch);
  const shown = byUrgency(rows.filter((row) => isShown(row, search)));
  const titles = [...new Set(shown.map((row) => row.opportunity_id_fk.opportunity_title))];
  const students = rows.map((row) => row.student_id_fk).filter((student) => student !== null);
  const ownName = useOwnName();
  const of = (values: (string | null)[], nameOf = (value: string) => value) =>
    [...new Set(values.flatMap((value) => value || []))].sort(byText(nameOf));

  return (
    <Stack gap="lg">
      <Group gap="sm" className={classes.filters}>
        <ManyChoices
          label={t('Schools')}
          options={of(students.map((student) => student.school_attending))}
          value={search.schools ?? []}
          onChange={(schools) => choose({ schools })}
        />
        <ManyChoices
          label={t('Programs')}
          options={of(
            students.map((student) => student.affiliated_program),
            ownName,
          )}
          nameOf={ownName}
          value={search.programs ?? []}
          onChange={(programs) => choose({ programs })}
        />
        <NativeSelect
          aria-label={t('Graduation Year')}
          data={[{ value: '', label: t('All graduation years') }, ...filterYears(new Date()).map(String)]}
          value={search.year ?? ''}
          onChange={({ currentTarget }) => choose({ year: currentTarget.value || undefined })}
        />
        <Chip
          checked={search.pending ?? false}
          onChange={(pending) => choose({ pending: pending || undefined })}
        >
          {t('Pending Hours Only')}
        </Chip>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {t('{n, plural, one {# intern} other {# interns}}', { n: shown.length })}
      </Text>
      {shown.length === 0 && (
        <EmptyState title={t('No intern matches these filters')}>{t('Remove one to see more.')}</EmptyState>
      )}
      {titles.map((title) => (
        <Stack key={title} gap="sm" component="section" aria-label={title}>
          <Title order={2} size="h3">
            {title}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
            {shown
              .filter((row) => row.opportunity_id_fk.opportunity_title === title)
              .map((row) => (
                <InternCard key={row._id} project={row} />
              ))}
          </SimpleGrid>
        </Stack>
      ))}
    </Stack>
  );
}

/**
 * Those waiting for the business first, then current ones, then ended ones; otherwise in the given order,
 * by title and name.
 */
function byUrgency(rows: readonly ProjectRow[]): readonly ProjectRow[] {
  const rank = ({ reportData, business_status }: ProjectRow) =>
    reportData.pending_count > 0 ? 0 : business_status === 'open' ? 1 : 2;
  return rows.toSorted((one, other) => rank(one) - rank(other));
}

function isShown({ student_id_fk: student, reportData }: ProjectRow, search: InternsSearch): boolean {
  if (search.pending && reportData.pending_count === 0) return false;
  if (search.schools?.length && !search.schools.includes(student?.school_attending ?? '')) return false;
  if (search.programs?.length && !search.programs.includes(student?.affiliated_program ?? '')) return false;
  return !search.year || String(student?.graduation_year) === search.year;
}

import { Button, Code, NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { currentLocale, msg, t } from '@waypost/contract/i18n';
import { type AuditEntry, auditCalls } from '@waypost/contract/oversight/audit/calls';
import { auditActions, auditWords, detailWords } from '@waypost/contract/oversight/audit/rules';
import { shownRecord } from '@waypost/contract/time-zones';
import { useMemo } from 'react';
import { callQuery } from '../../client/queries.ts';
import { useAddress } from '../../client/search-params.ts';
import { useTimeZone } from '../../client/use-time-zone.ts';
import type { Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import classes from './AuditScreen.module.css';
import { type AuditSearch, filterOf, readAuditSearch } from './audit-search.ts';
import { entriesQuery } from './entries-query.ts';

const columns: Column<AuditEntry>[] = [
  {
    key: 'at',
    header: msg('When'),
    oneLine: true,
    cell: ({ at }) => <RecordedAt at={at} />,
  },
  { key: 'actor', header: msg('Who'), cell: (entry) => <Who entry={entry} /> },
  { key: 'action', header: msg('What'), cell: (entry) => <What entry={entry} />, card: 'title' },
  { key: 'subject', header: msg('Affected'), cell: ({ subject }) => subject?.name ?? '–' },
];

/** When something was done, by the clocks of the school system. */
function RecordedAt({ at }: { at: string }) {
  const zone = useTimeZone();
  return <time dateTime={at}>{shownRecord(zone, new Date(at))}</time>;
}

/** Who did what, and to whom: in an Admin's school system, or on the platform for a SuperAdmin. */
export default function AuditScreen() {
  const [search, change] = useAddress(readAuditSearch);
  const filter = filterOf(search);
  const entries = useInfiniteQuery({ ...entriesQuery(filter), placeholderData: keepPreviousData });
  const { data: head } = useQuery(callQuery(auditCalls.getAuditHead, {}));
  const { data, hasNextPage, isPlaceholderData: isBefore } = entries;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const narrowed = Object.values(search).some((value) => value !== undefined);
  return (
    <Screen
      title={t('Audit trail')}
      lead={t(
        'Logins, approvals, deletions, masquerades, and every view of a student’s record. Entries stay after an account is deleted.',
      )}
    >
      <Stack gap="md">
        <AuditFilters search={search} onChange={change} />
        <div className={isBefore ? classes.before : undefined} aria-busy={isBefore}>
          <Loaded
            query={{ ...entries, data: data && rows }}
            empty={
              <EmptyState title={narrowed ? t('Nothing matches') : t('Nothing recorded yet')}>
                {narrowed
                  ? t('Change the filters or reset them to see more.')
                  : t('Activity appears here as people use Waypost.')}
              </EmptyState>
            }
          >
            {() => (
              <DataTable
                caption={t('Audit trail')}
                columns={columns}
                rows={rows}
                rowKey={(entry) => entry._id}
                count={(n) => t('{n, plural, one {# entry} other {# entries}}', { n })}
                parts={{
                  total: hasNextPage ? (data?.pages.at(-1)?.total ?? 0) : rows.length,
                  read: () => void entries.fetchNextPage(),
                  reading: entries.isFetchingNextPage,
                  failed: entries.isFetchNextPageError,
                }}
              />
            )}
          </Loaded>
        </div>
        {/* After the entries, which would push it down. */}
        {!entries.isPending && head?.code && <NotedCode code={head.code} />}
      </Stack>
    </Screen>
  );
}

/** A code that an administrator can write down now, to verify the trail against later. */
function NotedCode({ code }: { code: string }) {
  return (
    <Text size="sm" c="dimmed" component="div">
      {t(
        'Save this code outside Waypost. With it, the person who runs your server can check later that no one changed or removed an entry.',
      )}
      <Code block className={classes.code}>
        {code}
      </Code>
    </Text>
  );
}

const actions = () => [
  { value: '', label: t('Everything') },
  ...auditActions
    .map((action) => ({ value: action, label: t(auditWords[action]) }))
    .sort((one, other) => one.label.localeCompare(other.label, currentLocale())),
];

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (change: Record<string, string | undefined>) => void;
}

function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const narrowed = Object.values(search).some((value) => value !== undefined);
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={t('What was done')}
        value={search.action ?? ''}
        data={actions()}
        onChange={({ currentTarget: { value } }) => onChange({ action: value || undefined })}
      />
      <SearchField
        label={t('Done by or to')}
        value={search.person ?? ''}
        maxLength={100}
        onSearch={(person) => onChange({ person: person || undefined })}
      />
      <div className={classes.days}>
        <DateField
          label={t('From')}
          value={search.from ?? ''}
          onChange={(from) => onChange(dayOr('from', from))}
        />
        <DateField label={t('To')} value={search.to ?? ''} onChange={(to) => onChange(dayOr('to', to))} />
      </div>
      {narrowed && (
        <Button
          variant="subtle"
          onClick={() => onChange({ action: undefined, person: undefined, from: undefined, to: undefined })}
        >
          {t('Reset filters')}
        </Button>
      )}
    </div>
  );
}

/** Ignores a date until it is completely typed. */
function dayOr(field: 'from' | 'to', day: string): Record<string, string | undefined> {
  if (day === '') return { [field]: undefined };
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? { [field]: day } : {};
}

function Who({ entry: { actor, admin } }: { entry: AuditEntry }) {
  if (!admin) return actor.name;
  return (
    <div>
      {admin.name}
      <Text size="sm" c="dimmed">
        {t('as {name}', { name: actor.name })}
      </Text>
    </div>
  );
}

function What({ entry: { action, details } }: { entry: AuditEntry }) {
  const words = details ? detailWords(action, details) : '';
  return (
    <div>
      {t(auditWords[action])}
      {words && (
        <Text size="sm" c="dimmed" className={classes.details}>
          {words}
        </Text>
      )}
    </div>
  );
}

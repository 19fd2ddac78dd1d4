import { Anchor, Checkbox, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { type Opportunity, opportunityCalls } from '@waypost/contract/opportunities/opportunities/calls';
import { fullName } from '@waypost/contract/people/profiles/rules';
import { type Application, applicationCalls } from '@waypost/contract/placements/applications/calls';
import {
  type ApplicationGroup,
  AUTO_APPLIED,
  applicationGroups,
  canMove,
  groupOf,
} from '@waypost/contract/placements/applications/rules';
import type { Role } from '@waypost/contract/roles';
import { fileAddress } from '../../client/call.ts';
import { useOwnName } from '../../client/own-names.ts';
import { keepFresh, subjectQuery } from '../../client/queries.ts';
import { useUser } from '../../client/session.ts';
import { NotSharedNote } from '../../people/consents/NotShared.tsx';
import { type Selection, useSelection } from '../../people/directory/use-selection.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classOf } from '../../ui/class-of.ts';
import { byText, type Column } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { showDate } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import classes from './ApplicantsScreen.module.css';
import { standingColumns } from './columns.tsx';
import { DeclineBar } from './DeclineBar.tsx';
import { MissingStudent } from './MissingStudent.tsx';
import { Stars } from './Stars.tsx';
import { groupTitle, studentOf } from './words.ts';

/**
 * An opportunity's applicants, grouped into Open, Active and Closed (docs/behavior/applications.md#groups).
 */
export default function ApplicantsScreen() {
  const { id } = useParams({ from: '/opportunity/applicants/$id' });
  const { role } = useUser();
  const opportunity = useQuery(subjectQuery(opportunityCalls.loadOpportunity, { opp_id: id }));
  const applicants = useQuery({
    ...subjectQuery(applicationCalls.getApplicants, { opp_id: id }),
    ...keepFresh,
  });
  return (
    <Screen title={t('Applicants')} lead={opportunity.data && <Lead opportunity={opportunity.data} />}>
      <Loaded query={opportunity}>
        {(found) => (
          <Loaded query={applicants} empty={<NoApplicants opportunity={found} />}>
            {(rows) => (
              <Stack gap="xl">
                {applicationGroups.map((group) => (
                  <Applicants
                    key={group}
                    group={group}
                    role={role}
                    rows={rows.filter((row) => groupOf(row.status, row.business_status) === group)}
                  />
                ))}
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
}

function Lead({ opportunity }: { opportunity: Opportunity }) {
  const { available_slots, reportData, audience } = opportunity;
  const taken = reportData.accepted_count;
  return (
    <>
      <TextLink underline="always" to="/opportunity/view/$id" params={{ id: opportunity._id }}>
        {opportunity.opportunity_title}
      </TextLink>
      {' · '}
      {audience === 'Specific'
        ? t('{taken} of those you selected accepted', { taken })
        : t('{taken} of {availableSlots} {availableSlots, plural, one {spot} other {spots}} taken', {
            taken,
            availableSlots: available_slots,
          })}
    </>
  );
}

function NoApplicants({ opportunity }: { opportunity: Opportunity }) {
  return (
    <EmptyState title={t('No applicants yet')}>
      {t('Students can apply from {date} to {date2}. New applicants appear here right away.', {
        date: showDate(opportunity.application_open),
        date2: showDate(opportunity.application_close),
      })}
    </EmptyState>
  );
}

const explained: Record<ApplicationGroup, Message> = {
  Open: msg('No one is waiting.'),
  Active: msg('No placement is running.'),
  Closed: msg('Declined, withdrawn, and ended applications appear here.'),
};

const captions: Record<ApplicationGroup, Message> = {
  Open: msg('Open applications'),
  Active: msg('Active applications'),
  Closed: msg('Closed applications'),
};

function Applicants({ group, rows, role }: { group: ApplicationGroup; rows: Application[]; role: Role }) {
  const section = useFocusHome<HTMLElement>();
  const selection = useSelection(group);
  const declinable = rows.filter(({ status }) => canMove(role, status, 'Declined'));
  return (
    <section aria-labelledby={`group-${group}`} className={classes.group} ref={section} tabIndex={-1}>
      <Title order={2} size="h3" id={`group-${group}`}>
        {groupTitle(group)}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed" mt="xs">
          {t(explained[group])}
        </Text>
      ) : (
        <>
          {declinable.length > 0 && <DeclineBar rows={declinable} selection={selection} />}
          <DataTable
            wide
            caption={t(captions[group])}
            columns={[
              ...(declinable.length > 0 ? [selecting(declinable, selection)] : []),
              ...columnsFor(role),
            ]}
            rows={rows}
            rowKey={({ _id }) => _id}
            count={(count) => t('{count, plural, one {# applicant} other {# applicants}}', { count })}
          />
        </>
      )}
    </section>
  );
}

const nameOf = ({ student_id_fk: student }: Application) => (student ? fullName(student) : '');

const selecting = (declinable: readonly Application[], { has, turn }: Selection): Column<Application> => ({
  key: 'select',
  header: () => <VisuallyHidden>{t('Select')}</VisuallyHidden>,
  name: msg('Select'),
  card: 'corner',
  cell: (row) =>
    declinable.includes(row) && (
      <Checkbox
        aria-label={t('Select {row}', { row: studentOf(row) })}
        checked={has(row._id)}
        onChange={() => turn(row._id)}
      />
    ),
});

function columnsFor(role: Role): readonly Column<Application>[] {
  return [
    {
      key: 'student',
      header: msg('Student'),
      card: 'title',
      compare: byText(nameOf),
      cell: (row) => <Who row={row} />,
    },
    ...standingColumns<Application>(role),
  ];
}

/** The first paragraph of a letter as plain text; empty if the student was chosen by name. */
function firstLineOf(html: string | null): string {
  if (html === null || html === AUTO_APPLIED) return '';
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return (body.firstElementChild ?? body).textContent.trim();
}

function Who({ row }: { row: Application }) {
  const ownName = useOwnName();
  const { student_id_fk: student } = row;
  if (!student)
    return (
      <>
        <MissingStudent applicationId={row._id} />{' '}
        <TextLink inherit to="/application/view/$id" params={{ id: row._id }}>
          {t('Open the application')}
        </TextLink>
      </>
    );
  const picture = student.profile_pic_id_fk;
  const resume = student.resume_file_id_fk;
  const letter = firstLineOf(row.cover_letter);
  const program = ownName(student.affiliated_program ?? '');
  const facts = [student.school_attending, program, classOf(student.graduation_year)].filter(Boolean);
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Avatar name={nameOf(row)} size={36} {...(picture ? { src: fileAddress(picture) } : {})} />
      <div className={classes.who}>
        <TextLink inherit to="/application/view/$id" params={{ id: row._id }}>
          {nameOf(row)}
        </TextLink>
        {facts.length > 0 && <Text size="sm">{facts.join('\u00a0· ')}</Text>}
        <NotSharedNote isReleased={row.is_released} />
        {letter && (
          <Text size="sm" c="dimmed" fw={400} lineClamp={2}>
            {letter}
          </Text>
        )}
        {row.business_stars !== null && row.business_stars > 0 && <Stars given={row.business_stars} />}
        {row.business_notes && (
          <Text size="sm" lineClamp={2}>
            {t('Your note: {note}', { note: row.business_notes })}
          </Text>
        )}
        {resume && (
          <Anchor size="sm" href={fileAddress(resume)} target="_blank" rel="noopener">
            {t('Open résumé')}
            <VisuallyHidden> {nameOf(row)}</VisuallyHidden>
          </Anchor>
        )}
      </div>
    </Group>
  );
}

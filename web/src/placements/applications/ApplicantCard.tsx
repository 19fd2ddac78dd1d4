import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { fullName } from '@waypost/contract/people/profiles/rules';
import type { Applicant } from '@waypost/contract/placements/applications/calls';
import { fileAddress } from '../../client/call.ts';
import { OwnNames } from '../../client/OwnText.tsx';
import { NotSharedBadge, NotSharedNote } from '../../people/consents/NotShared.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { type Fact, FactList } from '../../ui/FactList.tsx';
import { TextLink } from '../../ui/links.tsx';

/** The parts of an applicant's data that a business sees (docs/behavior/access.md#students-data). */
export function ApplicantCard({ student, isReleased }: { student: Applicant; isReleased: boolean }) {
  const name = fullName(student);
  if (student.focus_areas === null) return <NameOnly name={name} isReleased={isReleased} />;
  const picture = student.profile_pic_id_fk;
  const resume = student.resume_file_id_fk;
  const facts: Fact[] = [
    [t('School'), student.school_attending],
    [
      t('Program'),
      student.affiliated_program ? <OwnNames key="program" names={[student.affiliated_program]} /> : '',
    ],
    [t('Graduation year'), student.graduation_year],
  ];
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label={t('Student')}>
      <Stack gap="md">
        <Group gap="md" wrap="nowrap">
          <Avatar name={name} size={64} {...(picture ? { src: fileAddress(picture) } : {})} />
          <Title order={2} size="h3">
            <TextLink inherit to="/profile/view/$id" params={{ id: student._id }}>
              {name}
            </TextLink>
          </Title>
        </Group>
        <NotSharedBadge isReleased={isReleased} />
        <FactList facts={facts} />
        {student.focus_areas.length > 0 && (
          <div>
            <Text size="sm" c="dimmed" mb={4}>
              {t('Focus areas')}
            </Text>
            <Group gap={6}>
              {student.focus_areas.map((area) => (
                <Badge key={area} variant="light" tt="none" size="lg" fw={500}>
                  <OwnNames names={[area]} />
                </Badge>
              ))}
            </Group>
          </div>
        )}
        {resume ? (
          <Button
            component="a"
            href={fileAddress(resume)}
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<IconFileText size={18} aria-hidden />}
          >
            {t('Open résumé')}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t('No résumé uploaded')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

/** An automatic offer before its reply, any closed application, and a refused release. */
function NameOnly({ name, isReleased }: { name: string; isReleased: boolean }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label={t('Student')}>
      <Stack gap="md">
        <Group gap="md" wrap="nowrap">
          <Avatar name={name} size={64} />
          <Title order={2} size="h3">
            {name}
          </Title>
        </Group>
        <NotSharedNote isReleased={isReleased} />
        {isReleased && (
          <Text size="sm" c="dimmed">
            {t('You see a student’s profile and résumé while they apply, and once they accept your offer.')}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

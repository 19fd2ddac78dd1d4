import { Alert, Box, type ButtonProps, Group, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import { canAddHours } from '@waypost/contract/placements/hours/rules';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import type { ReactNode } from 'react';
import { useUser } from '../../client/session.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useFocusHome } from '../../ui/use-focus-home.ts';
import { Supervisor } from '../supervisors/Supervisor.tsx';
import { ProjectTabs } from './ProjectTabs.tsx';
import { SentBack } from './SentBack.tsx';
import { useProject } from './use-project.ts';
import { useWorksOn } from './use-works-on.ts';

const PHONE = '(max-width: 47.99em)';

interface ProjectScreenProps {
  id: string;
  title: string;
  /** Whether the tab is between the student and their school. A business then sees only an explanation. */
  schoolwork?: boolean;
  children: (project: Project) => ReactNode;
}

/** The frame of a placement's tabs: the student, the tabs, and a note about what can no longer be done. */
export function ProjectScreen({ id, title, schoolwork = false, children }: ProjectScreenProps) {
  const { role } = useUser();
  const worksOn = useWorksOn();
  const project = useProject(id);
  const isHidden = schoolwork && role === 'Business';
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const opportunity = project.data?.opportunity_id_fk;
  const business = shownBusiness(project.data?.business_id_fk);
  return (
    <Screen
      title={title}
      lead={
        opportunity &&
        t('{opportunityTitle} at {business}', { opportunityTitle: opportunity.opportunity_title, business })
      }
      action={
        // On a phone, it is beside the supervisor, if that is shown.
        opportunity && <SeeProgress id={id} {...(!isHidden && { visibleFrom: 'sm' })} />
      }
    >
      {role !== 'Business' && <ProjectTabs id={id} />}
      {isHidden ? (
        <EmptyState title={t('This is between the student and their school')}>
          {t('You approve the hours they log.')}
        </EmptyState>
      ) : (
        <Loaded query={project}>
          {(found) => (
            <Found title={title}>
              <Group justify="space-between" gap="md">
                <Box flex="1 1 8rem" miw={0}>
                  <Supervisor project={found} brief={isPhone} />
                </Box>
                <SeeProgress id={id} hiddenFrom="sm" />
              </Group>
              {worksOn && !canAddHours(found) && <NoMoreHours />}
              {worksOn && <SentBack project={found} />}
              {children(found)}
            </Found>
          )}
        </Loaded>
      )}
    </Screen>
  );
}

function SeeProgress({ id, ...where }: { id: string } & Pick<ButtonProps, 'visibleFrom' | 'hiddenFrom'>) {
  return (
    <LinkButton to="/project/$id/progress" params={{ id }} variant="default" {...where}>
      {t('See progress')}
    </LinkButton>
  );
}

/** Takes the focus when the other side's action removes the focused element. */
function Found({ title, children }: { title: string; children: ReactNode }) {
  const home = useFocusHome<HTMLDivElement>();
  return (
    <Stack
      gap="lg"
      component="section"
      aria-label={title}
      ref={home}
      tabIndex={-1}
      style={{ outline: 'none' }}
    >
      {children}
    </Stack>
  );
}

function NoMoreHours() {
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={t('This placement was terminated')}>
      {t('You can’t log more hours. You can still finish your reflections, summary, and files.')}
    </Alert>
  );
}

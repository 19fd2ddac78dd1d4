import { Title } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { Project } from '@waypost/contract/placements/projects/calls';
import { shownBusiness } from '@waypost/contract/placements/projects/rules';
import { useOwnName } from '../../client/own-names.ts';
import { nameOfIntern } from './intern-name.ts';
import classes from './ProjectReport.module.css';
import { details } from './ReportDetails.tsx';
import { contentTitles, contentTypes } from './report-items.ts';

interface Props {
  project: Project;
}

/** Every part, one below the other, for print. */
export function ReportOnPaper({ project }: Props) {
  const { student_id_fk: student } = project;
  const ownName = useOwnName();
  return (
    <div className={classes.paper}>
      {student && (
        <p>
          {t('{schoolAttending}, {affiliatedProgram}, class of {graduationYear}', {
            schoolAttending: student.school_attending ?? '',
            affiliatedProgram: ownName(student.affiliated_program ?? ''),
            graduationYear: `${student.graduation_year ?? ''}`,
          })}
        </p>
      )}
      {contentTypes.map((one) => (
        <section key={one}>
          <Title order={2} size="h3" mb="xs">
            {t(contentTitles[one])}
          </Title>
          {details[one](project)}
        </section>
      ))}
      <Signatures project={project} />
    </div>
  );
}

/** Signature lines for a printed report. */
function Signatures({ project }: Props) {
  const signers = [
    nameOfIntern(project),
    t('Supervisor, {businessName}', { businessName: shownBusiness(project.business_id_fk) }),
    t('School administrator'),
  ];
  return (
    <section>
      <Title order={2} size="h3" mb="xs">
        {t('Signatures')}
      </Title>
      <ul className={classes.signatures}>
        {signers.map((signer) => (
          <li key={signer}>
            <span>{signer}</span>
            <span>{t('Date')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

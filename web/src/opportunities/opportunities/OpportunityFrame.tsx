import { Skeleton, Typography } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import { Waiting } from '../../ui/Loaded.tsx';
import text from '../../ui/RichTextView.module.css';
import { Screen } from '../../ui/Screen.tsx';
import classes from './Opportunity.module.css';

/**
 * The data that the static page shows before the app starts: what a student reads first. The page's script
 * fills it in.
 */
export const firstOfOpportunity = {
  'main h1': 'opportunity_title',
  '#first-business': 'business_id_fk.business_name',
  '#first-short': 'short_description',
};

/** The screen before the app starts. */
export function OpportunityFrame() {
  return (
    <Screen
      title={t('Opportunity')}
      lead={
        <span id="first-business" className={classes.lead}>
          &nbsp;
        </span>
      }
    >
      <div className={classes.columns}>
        <Typography id="first-short" data-rich className={text.text} />
        <Waiting>
          <OpportunityToCome />
        </Waiting>
      </div>
    </Screen>
  );
}

/** A placeholder that fills the screen, so that nothing below it shifts. */
export function OpportunityToCome() {
  return <Skeleton className={classes.toCome} />;
}

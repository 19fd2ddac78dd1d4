import { Button, Stack } from '@mantine/core';
import { t } from '@waypost/contract/i18n';
import type { ReactNode } from 'react';
import { DraftNotice } from '../../ui/DraftNotice.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { progressLine } from './Sections.tsx';
import type { useSections } from './sections.ts';
import { TestResult } from './TestResult.tsx';
import type { useProfileForm } from './use-profile-form.ts';

interface ProfileFrameProps {
  profile: Pick<
    ReturnType<typeof useProfileForm<object, object>>,
    'formProps' | 'busy' | 'draft' | 'hasUnsaved' | 'wouldSave'
  >;
  state: Pick<ReturnType<typeof useSections>, 'complete' | 'showErrors'>;
  /** The number of sections. */
  of: number;
  testing: boolean;
  children: ReactNode;
}

/** The frame around a profile's sections: the restored draft, a sticky Save, and the question on leaving. */
export function ProfileFrame({ profile, state, of, testing, children }: ProfileFrameProps) {
  const { formProps, busy, draft, hasUnsaved, wouldSave } = profile;
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        state.showErrors();
        formProps.onSubmit(event);
      }}
    >
      <Stack>
        {draft.restored && <DraftNotice onDiscard={draft.discard} />}
        {children}
        <SaveBar status={progressLine(state.complete, of)}>
          <Button type="submit" loading={busy}>
            {testing ? t('Check the form') : t('Save profile')}
          </Button>
        </SaveBar>
        {wouldSave && <TestResult profile={wouldSave} />}
      </Stack>
      <UnsavedChanges when={hasUnsaved} hasDraft />
    </form>
  );
}

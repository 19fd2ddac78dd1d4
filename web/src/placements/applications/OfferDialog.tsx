import { Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addDays } from '@waypost/contract/dates';
import { t } from '@waypost/contract/i18n';
import type { Application } from '@waypost/contract/placements/applications/calls';
import { whyNotReplyBy } from '@waypost/contract/placements/applications/offers';
import { MESSAGE_MAX } from '@waypost/contract/placements/applications/rules';
import { REQUIRED } from '@waypost/contract/refusal';
import { DEFAULT_OFFER_DAYS } from '@waypost/contract/school-system/settings/rules';
import { dayIn } from '@waypost/contract/time-zones';
import { useState } from 'react';
import { settingsQuery } from '../../client/session.ts';
import { useTimeZone } from '../../client/use-time-zone.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { studentOf } from './words.ts';

interface OfferDialogProps {
  application: Application;
  opened: boolean;
  onClose: () => void;
  onConfirm: (offer: { message: string; reply_by: string }) => unknown;
}

/** Before an offer, asks for a message and the last day to reply (docs/behavior/applications.md#offers). */
export function OfferDialog({ application, opened, onClose, onConfirm }: OfferDialogProps) {
  const settings = useQuery(settingsQuery).data;
  const today = dayIn(useTimeZone(), new Date());
  const [message, setMessage] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const day = chosen ?? addDays(today, settings?.offer_days ?? DEFAULT_OFFER_DAYS);
  const student = studentOf(application);

  const confirm = () => {
    const wrong = whyNotDay(day, today);
    setError(wrong);
    return wrong ? false : onConfirm({ message: message.trim(), reply_by: day });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={confirm}
      title={t('Offer the placement to {student}?', { student })}
      confirm={t('Offer placement')}
    >
      <Text>
        {t('{student} gets an email with your message and can accept until the day you choose.', { student })}
      </Text>
      <Textarea
        mt="md"
        label={t('Message')}
        description={t('Optional: what you liked, and how the first day begins.')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={MESSAGE_MAX}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <DateField
        mt="md"
        label={t('Reply by')}
        required
        min={today}
        value={day}
        error={error}
        onChange={(next) => {
          setChosen(next);
          setError(null);
        }}
      />
    </ConfirmDialog>
  );
}

const isDay = /^\d{4}-\d\d-\d\d$/;

function whyNotDay(day: string, today: string): string | null {
  if (day === '') return t(REQUIRED);
  return isDay.test(day) ? whyNotReplyBy(day, today) : t('must be a date, MM/DD/YYYY');
}

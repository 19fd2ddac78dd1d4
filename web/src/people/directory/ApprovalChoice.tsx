import { NativeSelect } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { ApprovedChoice } from '@waypost/contract/people/directory/rules';

interface ApprovalChoiceProps<Choice extends ApprovedChoice> {
  /** The choices to filter by. */
  choices: readonly Choice[];
  value: Choice;
  onChange: (approved: Choice) => void;
}

const words: Record<ApprovedChoice, Message> = {
  All: msg('All'),
  Approved: msg('Approved'),
  'Not Approved': msg('Not approved'),
  Waiting: msg('Waiting for approval'),
  Unconfirmed: msg('Email not confirmed'),
};

/** Filters a list of people by approval. */
export function ApprovalChoice<Choice extends ApprovedChoice>({
  choices,
  value,
  onChange,
}: ApprovalChoiceProps<Choice>) {
  return (
    <NativeSelect
      label={t('Approval')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Choice)}
      data={choices.map((choice) => ({ value: choice, label: t(words[choice]) }))}
    />
  );
}

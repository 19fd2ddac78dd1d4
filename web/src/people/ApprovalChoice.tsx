import { NativeSelect } from '@mantine/core';
import { type Message, msg, t } from '@waypost/contract/i18n';
import type { ApprovedChoice } from '@waypost/contract/people/rules';

interface ApprovalChoiceProps<Choice extends ApprovedChoice> {
  /** Those that the list can be narrowed to. */
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

/** The approval that a list of people is narrowed to. */
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

import { NativeSelect } from '@mantine/core';
import type { ApprovedChoice } from '@waypost/contract/people/rules';

interface ApprovalChoiceProps<Choice extends ApprovedChoice> {
  /** Those that the list can be narrowed to. */
  choices: readonly Choice[];
  value: Choice;
  onChange: (approved: Choice) => void;
}

const words: Record<ApprovedChoice, string> = {
  All: 'All',
  Approved: 'Approved',
  'Not Approved': 'Not approved',
  Waiting: 'Waiting for approval',
  Unconfirmed: 'Email not confirmed',
};

/** The approval that a list of people is narrowed to. */
export function ApprovalChoice<Choice extends ApprovedChoice>({
  choices,
  value,
  onChange,
}: ApprovalChoiceProps<Choice>) {
  return (
    <NativeSelect
      label="Approval"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Choice)}
      data={choices.map((choice) => ({ value: choice, label: words[choice] }))}
    />
  );
}

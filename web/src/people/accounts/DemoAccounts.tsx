import { Paper, Text, Title, UnstyledButton } from '@mantine/core';
import {
  IconBackpack,
  IconBuildingStore,
  IconClipboardCheck,
  IconSettings,
  IconWorld,
} from '@tabler/icons-react';
import { type Message, msg, t } from '@waypost/contract/i18n';
import { DEMO_PASSWORD, demoAccounts } from '@waypost/contract/people/accounts/demo';
import type { Role } from '@waypost/contract/roles';
import classes from './DemoAccounts.module.css';

const shown: Record<Role, { icon: typeof IconWorld; name: Message; text: Message }> = {
  Student: { icon: IconBackpack, name: msg('Student'), text: msg('Browses, applies, logs hours') },
  Business: {
    icon: IconBuildingStore,
    name: msg('Business'),
    text: msg('Posts opportunities, chooses interns, approves hours'),
  },
  Teacher: {
    icon: IconClipboardCheck,
    name: msg('Teacher'),
    text: msg('Sees who is placed and who is behind'),
  },
  Admin: { icon: IconSettings, name: msg('Admin'), text: msg('Sets up and runs the school system') },
  SuperAdmin: { icon: IconWorld, name: msg('SuperAdmin'), text: msg('Runs all school systems') },
};

interface DemoAccountsProps {
  onChoose: (account: { email: string; password: string }) => void;
}

/** The demo's accounts: one tap fills in the form. */
export default function DemoAccounts({ onChoose }: DemoAccountsProps) {
  return (
    <Paper component="section" withBorder className={classes.demo} aria-labelledby="demo-accounts">
      <Title order={2} size="h3" id="demo-accounts">
        {t('This is the demo')}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('Everyone here is made up. Choose who to be, then log in.')}
      </Text>
      <ul className={classes.accounts}>
        {demoAccounts.map(({ role, email }) => {
          const { icon: Icon, name, text } = shown[role];
          return (
            <li key={role}>
              <UnstyledButton
                className={classes.account}
                onClick={() => onChoose({ email, password: DEMO_PASSWORD })}
              >
                <Icon size={24} aria-hidden className={classes.icon} />
                <span>
                  <strong>{t(name)}</strong>
                  <span className={classes.text}>{t(text)}</span>
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </Paper>
  );
}

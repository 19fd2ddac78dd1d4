import { Text } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { t } from '@waypost/contract/i18n';
import { type Client, clientCalls } from '@waypost/contract/school-system/clients/calls';
import { callQuery } from '../../client/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { TextLink } from '../../ui/links.tsx';
import { T } from '../../ui/T.tsx';
import { ChooseAccount } from './ChooseAccount.tsx';
import { Entrance } from './Entrance.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** First the school system and the role, then the form (docs/behavior/accounts.md#signing-up). */
export default function SignUpScreen() {
  const { client, type } = useSearch({ from: '/signup' });
  const query = useQuery(callQuery(clientCalls.getClients, {}, { staleTime: 60_000 }));
  const chosen = query.data?.find(({ _id }) => _id === client);
  return (
    <Entrance
      title={t('Create an account')}
      lead={
        chosen && type ? (
          <Chosen client={chosen} type={type} />
        ) : (
          t('Waypost is for students, and for businesses that take them on as interns.')
        )
      }
      below={
        <Text ta="center">
          <T m="Already have an account? <a>Log in</a>" a={<TextLink to="/login" underline="always" />} />
        </Text>
      }
    >
      <Loaded query={query} empty={<NoSchoolSystem />} gently>
        {(clients) =>
          chosen && type ? (
            <SignUpForm client={chosen._id} type={type} key={type} />
          ) : (
            <ChooseAccount clients={clients} chosen={chosen?._id ?? only(clients)} />
          )
        }
      </Loaded>
    </Entrance>
  );
}

const only = (clients: Client[]) => (clients.length === 1 ? clients[0]?._id : undefined);

function Chosen({ client, type }: { client: Client; type: string }) {
  return (
    <T
      m="{type} account, {fullName}. <a>Change</a>"
      type={type}
      fullName={client.full_name}
      a={<TextLink to="/signup" underline="always" search={{ client: client._id }} />}
    />
  );
}

function NoSchoolSystem() {
  return (
    <EmptyState title={t('No school systems yet')} icon={<IconSchool />}>
      {t('Come back once yours has been set up.')}
    </EmptyState>
  );
}

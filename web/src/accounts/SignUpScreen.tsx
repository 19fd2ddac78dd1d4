import { Text } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type Client, clientCalls } from '@waypost/contract/clients/calls';
import { callQuery } from '../client/queries.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { TextLink } from '../ui/links.tsx';
import { ChooseAccount } from './ChooseAccount.tsx';
import { Entrance } from './Entrance.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** The school system and the kind of account first, then the form (docs/behavior/accounts.md#signing-up). */
export default function SignUpScreen() {
  const { client, type } = useSearch({ from: '/signup' });
  const asked = useQuery(callQuery(clientCalls.getClients, {}, { staleTime: 60_000 }));
  const chosen = asked.data?.find(({ _id }) => _id === client);
  return (
    <Entrance
      title="Create an account"
      lead={
        chosen && type ? (
          <Chosen client={chosen} type={type} />
        ) : (
          'Waypost is for students and partner businesses of a school system.'
        )
      }
      below={
        <Text ta="center">
          Already have an account?{' '}
          <TextLink to="/login" underline="always">
            Log in
          </TextLink>
        </Text>
      }
    >
      <Loaded asked={asked} empty={<NoSchoolSystem />} gently>
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
    <>
      {type} account, {client.full_name}.{' '}
      <TextLink to="/signup" underline="always" search={{ client: client._id }}>
        Change
      </TextLink>
    </>
  );
}

function NoSchoolSystem() {
  return (
    <EmptyState title="No school systems yet" icon={<IconSchool />}>
      Come back once yours has been set up.
    </EmptyState>
  );
}

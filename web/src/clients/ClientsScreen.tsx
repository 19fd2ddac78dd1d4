import { useQuery } from '@tanstack/react-query';
import { type Client, clientCalls } from '@waypost/contract/clients/calls';
import { callQuery } from '../client/queries.ts';
import { byNumber, byText, type Column } from '../ui/columns.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Seats } from './Seats.tsx';

const columns: Column<Client>[] = [
  {
    key: 'full_name',
    header: 'School system',
    cell: (client) => client.full_name,
    compare: byText((client) => client.full_name),
    card: 'title',
  },
  {
    key: 'short_name',
    header: 'Short name',
    cell: (client) => client.short_name,
    compare: byText((client) => client.short_name ?? ''),
  },
  {
    key: 'users',
    header: 'Users',
    cell: (client) => <Seats users={client.users ?? 0} max={client.max_users ?? 0} />,
    compare: byNumber((client) => client.users ?? 0),
  },
];

/** Waypost Clients: every school system, for whoever looks after them all (document 2, section 2). */
export default function ClientsScreen() {
  const clients = useQuery(callQuery(clientCalls.getClients, {}));
  return (
    <Screen
      title="Waypost Clients"
      lead="Every school system on Waypost, and how many of its accounts are in use."
    >
      <Loaded
        asked={clients}
        empty={
          <EmptyState title="No school systems yet">
            Each school system that joins Waypost stands here, with its people and its places left.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="School systems"
            columns={columns}
            rows={rows}
            rowKey={(client) => client._id}
            count={(n) => (n === 1 ? '1 school system' : `${n} school systems`)}
          />
        )}
      </Loaded>
    </Screen>
  );
}

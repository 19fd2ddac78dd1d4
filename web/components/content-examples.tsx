import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconMapOff, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Avatar } from '../src/ui/Avatar.tsx';
import { ConfirmDialog } from '../src/ui/ConfirmDialog.tsx';
import { CopyLink } from '../src/ui/CopyLink.tsx';
import { CsvExport } from '../src/ui/CsvExport.tsx';
import { byNumber, byText } from '../src/ui/columns.ts';
import { DataTable } from '../src/ui/DataTable.tsx';
import { Disclosure } from '../src/ui/Disclosure.tsx';
import { EmailLink } from '../src/ui/EmailLink.tsx';
import { EmailText } from '../src/ui/EmailText.tsx';
import { EmptyState } from '../src/ui/EmptyState.tsx';
import { FactList } from '../src/ui/FactList.tsx';
import { Failed } from '../src/ui/Failed.tsx';
import { IconLink } from '../src/ui/IconLink.tsx';
import { Loaded } from '../src/ui/Loaded.tsx';
import { LinkButton, TextLink } from '../src/ui/links.tsx';
import { MessagePanel } from '../src/ui/MessagePanel.tsx';
import { NextPart } from '../src/ui/NextPart.tsx';
import { PeopleList, PeopleSection, PersonCard } from '../src/ui/PeopleList.tsx';
import { PlaceMap } from '../src/ui/PlaceMap.tsx';
import { ReasonDialog } from '../src/ui/ReasonDialog.tsx';
import { RichTextView } from '../src/ui/RichTextView.tsx';
import { Screen } from '../src/ui/Screen.tsx';
import { StatusBadge } from '../src/ui/StatusBadge.tsx';
import { nothing, Opened } from './states.tsx';

interface Intern {
  name: string;
  hours: number;
}
const interns: Intern[] = [
  { name: 'Maya Torres', hours: 62 },
  { name: 'Andre Kim', hours: 118 },
];
const anne = { _id: 'anne', name: 'Anne Okafor', email: 'anne@waypost.test' };
const loading = { data: undefined, error: null, isPending: true, refetch: nothing };
const failed = { ...loading, error: new Error('The server did not answer.'), isPending: false };

/** What shows something or moves on, by name, in its states. */
export const contentExamples: Record<string, ReactNode> = {
  Avatar: (
    <Group>
      <Avatar name="Maya Torres" />
      <Avatar name="Maya Torres" size={72} />
    </Group>
  ),
  ConfirmDialog: (
    <Group>
      <Opened label="Confirm">
        {(opened, close) => (
          <ConfirmDialog
            opened={opened}
            onClose={close}
            onConfirm={nothing}
            confirm="Delete the school"
            destroys
          >
            Its students keep their records.
          </ConfirmDialog>
        )}
      </Opened>
      <Opened label="Confirm, and fail">
        {(opened, close) => (
          <ConfirmDialog
            opened={opened}
            onClose={close}
            onConfirm={() => Promise.reject(new Error('The server did not answer.'))}
            confirm="Approve the account"
          >
            They can log in right away.
          </ConfirmDialog>
        )}
      </Opened>
    </Group>
  ),
  CopyLink: <CopyLink path="/signup?type=Student">Copy the sign-up link</CopyLink>,
  CsvExport: (
    <CsvExport
      name="interns"
      columns={[['Student', (row: Intern) => row.name]]}
      read={async () => interns}
      onSaved={nothing}
      onFailed={nothing}
    />
  ),
  DataTable: (
    <DataTable
      caption="Interns"
      columns={[
        {
          key: 'name',
          header: 'Student',
          card: 'title',
          cell: ({ name }) => name,
          compare: byText(({ name }) => name),
        },
        {
          key: 'hours',
          header: 'Hours',
          cell: ({ hours }) => hours,
          compare: byNumber(({ hours }) => hours),
          end: true,
        },
      ]}
      rows={interns}
      rowKey={({ name }) => name}
      count={(rows) => `${rows} interns`}
    />
  ),
  Disclosure: (
    <Disclosure label="More">
      <button type="button">Reset password</button>
    </Disclosure>
  ),
  EmailLink: <EmailLink address="maya.torres@waypost.test" />,
  EmailText: <EmailText address="maya.torres@waypost.test" />,
  EmptyState: (
    <EmptyState title="No applicants yet" action={<Button>Share the opportunity</Button>}>
      Students see it once the school approves it.
    </EmptyState>
  ),
  FactList: (
    <FactList
      facts={[
        ['School', 'Bay High School'],
        ['Pay', '$15 an hour'],
        ['Left out', ''],
      ]}
    />
  ),
  Failed: <Failed error={new Error('The server did not answer.')} retry={nothing} />,
  IconLink: (
    <IconLink to="/" title="Edit" aria-label="Edit">
      <IconPencil size={18} aria-hidden />
    </IconLink>
  ),
  Loaded: (
    <>
      <Loaded query={loading}>{() => null}</Loaded>
      <Loaded query={failed}>{() => null}</Loaded>
      <Loaded query={{ ...loading, data: [] }} empty={<EmptyState title="Nothing yet" />}>
        {() => null}
      </Loaded>
    </>
  ),
  links: (
    <Group>
      <LinkButton to="/">Browse opportunities</LinkButton>
      <TextLink to="/">Forgot your password?</TextLink>
    </Group>
  ),
  MessagePanel: (
    <MessagePanel icon={IconMapOff} text="We couldn’t find this page, or you don’t have access." />
  ),
  NextPart: (
    <>
      <NextPart parts={{ total: 100, read: nothing, reading: false, failed: false }} />
      <NextPart parts={{ total: 100, read: nothing, reading: false, failed: true }} />
    </>
  ),
  PeopleList: (
    <PeopleSection title="People" description="Who supervises students.">
      <PeopleList
        people={[anne]}
        max={2}
        card={(person, onEdit) => (
          <PersonCard
            person={person}
            phone={<Anchor href="tel:+14105550101">(410) 555-0101</Anchor>}
            badges={<StatusBadge tone="good">Confirmed</StatusBadge>}
            onEdit={onEdit}
            remove={{ run: async () => undefined, consequence: 'They will no longer be asked to sign.' }}
          />
        )}
        form={(_, onDone) => <Button onClick={onDone}>Save person</Button>}
      />
    </PeopleSection>
  ),
  PlaceMap: (
    <PlaceMap
      label="Opportunities"
      tiles=""
      height={240}
      markers={[{ id: 'one', name: 'Sail Loft Assistant', lat: 38.97, lon: -76.49 }]}
    />
  ),
  ReasonDialog: (
    <Opened label="Send back">
      {(opened, close) => (
        <ReasonDialog
          opened={opened}
          onClose={close}
          onConfirm={nothing}
          confirm="Send back"
          label="Reason"
          missing="give a reason"
          max={500}
        >
          The student sees it.
        </ReasonDialog>
      )}
    </Opened>
  ),
  RichTextView: <RichTextView html="<h3>What you will do</h3><ul><li>Sew sails</li></ul>" />,
  Screen: (
    <Screen
      title="Manage Interns"
      lead="Everyone who works with you."
      action={<Button>Post an opportunity</Button>}
    >
      <Text>Its content.</Text>
    </Screen>
  ),
  StatusBadge: (
    <Group>
      {(['attention', 'waiting', 'good', 'bad', 'plain'] as const).map((tone) => (
        <StatusBadge key={tone} tone={tone}>
          {tone}
        </StatusBadge>
      ))}
    </Group>
  ),
};

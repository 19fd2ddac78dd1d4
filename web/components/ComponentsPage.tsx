import { Anchor, Button, Group, MantineProvider, Paper, Stack, Text, Title } from '@mantine/core';
import { IconMapOff, IconPencil } from '@tabler/icons-react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { cssVariables, theme } from '../src/app/theme.ts';
import { Avatar } from '../src/ui/Avatar.tsx';
import { ChipChoice } from '../src/ui/ChipChoice.tsx';
import { ConfirmDialog } from '../src/ui/ConfirmDialog.tsx';
import { CopyLink } from '../src/ui/CopyLink.tsx';
import { CsvExport } from '../src/ui/CsvExport.tsx';
import { byNumber, byText } from '../src/ui/columns.ts';
import { DataTable } from '../src/ui/DataTable.tsx';
import { DateField } from '../src/ui/DateField.tsx';
import { Disclosure } from '../src/ui/Disclosure.tsx';
import { DraftNotice } from '../src/ui/DraftNotice.tsx';
import { EmailLink } from '../src/ui/EmailLink.tsx';
import { EmailText } from '../src/ui/EmailText.tsx';
import { EmptyState } from '../src/ui/EmptyState.tsx';
import { FactList } from '../src/ui/FactList.tsx';
import { Failed } from '../src/ui/Failed.tsx';
import { FileButton } from '../src/ui/FileButton.tsx';
import { FilterBar } from '../src/ui/FilterBar.tsx';
import { FormSection } from '../src/ui/FormSection.tsx';
import { IconLink } from '../src/ui/IconLink.tsx';
import { Loaded } from '../src/ui/Loaded.tsx';
import { LinkButton, TextLink } from '../src/ui/links.tsx';
import { ManyChoices } from '../src/ui/ManyChoices.tsx';
import { ManySelect } from '../src/ui/ManySelect.tsx';
import { MessagePanel } from '../src/ui/MessagePanel.tsx';
import { NextPart } from '../src/ui/NextPart.tsx';
import { NumberField } from '../src/ui/NumberField.tsx';
import { PasswordField } from '../src/ui/PasswordField.tsx';
import { PeopleList, PeopleSection, PersonCard } from '../src/ui/PeopleList.tsx';
import { PhoneInput } from '../src/ui/PhoneInput.tsx';
import { PictureCropDialog } from '../src/ui/PictureCropDialog.tsx';
import { PlaceMap } from '../src/ui/PlaceMap.tsx';
import { ReasonDialog } from '../src/ui/ReasonDialog.tsx';
import { RichTextEditor } from '../src/ui/RichTextEditor.tsx';
import { RichTextView } from '../src/ui/RichTextView.tsx';
import { SaveBar } from '../src/ui/SaveBar.tsx';
import { Screen } from '../src/ui/Screen.tsx';
import { SearchField } from '../src/ui/SearchField.tsx';
import { Segments } from '../src/ui/Segments.tsx';
import { SortableList } from '../src/ui/SortableList.tsx';
import { StatusBadge } from '../src/ui/StatusBadge.tsx';

// For developers: the components of `src/ui` in their states. `npm run dev` serves it at /components/.

const nothing = () => undefined;
const never = () => new Promise<never>(nothing);

/** Keeps the value of a controlled component. */
function Kept<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

/** A button that opens a dialog or another component that is not always visible. */
function Opened({
  label,
  children,
}: {
  label: string;
  children: (opened: boolean, close: () => void) => ReactNode;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {label}
      </Button>
      {children(opened, () => setOpened(false))}
    </>
  );
}

/** Loads a picture to crop: a square of one color. */
async function aPicture(): Promise<File> {
  const canvas = new OffscreenCanvas(320, 240);
  const drawing = canvas.getContext('2d');
  if (drawing) {
    drawing.fillStyle = 'teal';
    drawing.fillRect(0, 0, 320, 240);
  }
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'picture.png');
}

const places = ['Annapolis', 'Baltimore', 'Cambridge', 'Easton', 'Salisbury'];
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

/** Each component by name, in its states. A test fails if one of `src/ui` is missing. */
const examples: Record<string, ReactNode> = {
  Avatar: (
    <Group>
      <Avatar name="Maya Torres" />
      <Avatar name="Maya Torres" size={72} />
    </Group>
  ),
  ChipChoice: (
    <Kept initial={['Annapolis']}>
      {(value, onChange) => (
        <>
          <ChipChoice label="Towns" choices={places} value={value} onChange={onChange} required />
          <ChipChoice label="Towns" choices={places} value={[]} onChange={onChange} error="choose a town" />
        </>
      )}
    </Kept>
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
  DateField: (
    <Kept initial="2026-03-02">
      {(value, onChange) => (
        <>
          <DateField label="First day" value={value} onChange={onChange} />
          <DateField label="Last day" value="31/31" onChange={onChange} error="enter a date" />
        </>
      )}
    </Kept>
  ),
  Disclosure: (
    <Disclosure label="More">
      <button type="button">Reset password</button>
    </Disclosure>
  ),
  DraftNotice: <DraftNotice onDiscard={nothing} />,
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
  FileButton: (
    <Group>
      <FileButton label="Upload resume" accept="application/pdf" onFile={never} />
      <FileButton
        label="Upload resume, and fail"
        accept="application/pdf"
        onFile={() => Promise.reject(new Error('File too large to upload'))}
        variant="filled"
      />
    </Group>
  ),
  FilterBar: (
    <FilterBar onReset={nothing}>
      <ManyChoices label="Towns" options={places} value={[]} onChange={nothing} />
    </FilterBar>
  ),
  FormSection: (
    <Kept initial={true}>
      {(open, setOpen) => (
        <FormSection title="Contact" status={2} fold={{ open, onToggle: () => setOpen(!open) }}>
          <Text>Its fields.</Text>
        </FormSection>
      )}
    </Kept>
  ),
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
  ManyChoices: (
    <Kept initial={['Easton']}>
      {(value, onChange) => <ManyChoices label="Towns" options={places} value={value} onChange={onChange} />}
    </Kept>
  ),
  ManySelect: (
    <Kept initial={['Easton', 'Salisbury']}>
      {(value, onChange) => <ManySelect label="Towns" data={places} value={value} onChange={onChange} />}
    </Kept>
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
  NumberField: (
    <Kept<number | string> initial={7.5}>
      {(value, onChange) => <NumberField label="Hours" value={value} onChange={onChange} />}
    </Kept>
  ),
  PasswordField: (
    <>
      <PasswordField label="Password" defaultValue="a boat on the bay" />
      <PasswordField label="New password" error="use at least 8 characters" />
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
  PhoneInput: (
    <Kept initial="(410)555-01">
      {(value, onChange) => <PhoneInput label="Phone" value={value} onChange={onChange} />}
    </Kept>
  ),
  PictureCropDialog: (
    <Kept<File | null> initial={null}>
      {(file, setFile) => (
        <>
          <Button variant="default" onClick={() => void aPicture().then(setFile)}>
            Crop a picture
          </Button>
          <PictureCropDialog
            file={file}
            onCropped={async () => setFile(null)}
            onClose={() => setFile(null)}
          />
        </>
      )}
    </Kept>
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
  RichTextEditor: (
    <Kept initial="<p>We build <strong>boats</strong>.</p>">
      {(value, onChange) => (
        <RichTextEditor
          label="Description"
          value={value}
          onChange={onChange}
          suggested={{ from: 50, to: 100 }}
        />
      )}
    </Kept>
  ),
  RichTextView: <RichTextView html="<h3>What you will do</h3><ul><li>Sew sails</li></ul>" />,
  SaveBar: (
    <SaveBar status="2 fields left">
      <Button>Save profile</Button>
    </SaveBar>
  ),
  Screen: (
    <Screen
      title="Manage Interns"
      lead="Everyone who works with you."
      action={<Button>Post an opportunity</Button>}
    >
      <Text>Its content.</Text>
    </Screen>
  ),
  SearchField: (
    <Kept initial="sail">
      {(value, onChange) => <SearchField label="Search" value={value} onSearch={onChange} />}
    </Kept>
  ),
  Segments: (
    <Kept<'list' | 'map'> initial="list">
      {(value, onChange) => (
        <Segments
          aria-label="View"
          choices={[
            { value: 'list', label: 'List' },
            { value: 'map', label: 'Map' },
          ]}
          value={value}
          onChange={onChange}
        />
      )}
    </Kept>
  ),
  SortableList: (
    <Kept initial={places}>
      {(rows, setRows) => (
        <SortableList
          label="Towns"
          rows={rows}
          rowKey={(row) => row}
          nameOf={(row) => row}
          onReorder={setRows}
        >
          {(row) => row}
        </SortableList>
      )}
    </Kept>
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

function Examples() {
  return (
    <Stack maw="60rem" mx="auto" p="md">
      {Object.entries(examples).map(([name, states]) => (
        <Paper key={name} withBorder p="lg" component="section" aria-label={name}>
          <Stack align="stretch">
            <Title order={2} size="h4">
              {name}
            </Title>
            {states}
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}

export function ComponentsPage() {
  // Links need a router.
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute({ component: Examples }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    }),
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router as never} />
    </MantineProvider>
  );
}

import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChipChoice } from '../src/ui/ChipChoice.tsx';
import { DateField } from '../src/ui/DateField.tsx';
import { DraftNotice } from '../src/ui/DraftNotice.tsx';
import { FileButton } from '../src/ui/FileButton.tsx';
import { FilterBar } from '../src/ui/FilterBar.tsx';
import { FormSection } from '../src/ui/FormSection.tsx';
import { ManyChoices } from '../src/ui/ManyChoices.tsx';
import { ManySelect } from '../src/ui/ManySelect.tsx';
import { NumberField } from '../src/ui/NumberField.tsx';
import { PasswordField } from '../src/ui/PasswordField.tsx';
import { PhoneInput } from '../src/ui/PhoneInput.tsx';
import { PictureCropDialog } from '../src/ui/PictureCropDialog.tsx';
import { RichTextEditor } from '../src/ui/RichTextEditor.tsx';
import { SaveBar } from '../src/ui/SaveBar.tsx';
import { SearchField } from '../src/ui/SearchField.tsx';
import { Segments } from '../src/ui/Segments.tsx';
import { SortableList } from '../src/ui/SortableList.tsx';
import { Kept, nothing, places } from './states.tsx';

const never = () => new Promise<never>(nothing);

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

/** Fields and other parts of forms, by name, in their states. */
export const formExamples: Record<string, ReactNode> = {
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
  DraftNotice: <DraftNotice onDiscard={nothing} />,
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
  SaveBar: (
    <SaveBar status="2 fields left">
      <Button>Save profile</Button>
    </SaveBar>
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
};

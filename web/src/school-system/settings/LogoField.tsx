import { Button, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { FileRef } from '@waypost/contract/school-system/files/calls';
import { LOGO } from '@waypost/contract/school-system/settings/rules';
import { useRef, useState } from 'react';
import { fileAddress } from '../../client/call.ts';
import { PictureCropDialog } from '../../ui/PictureCropDialog.tsx';
import { PICTURES } from '../files/pictures.ts';
import { sendFile } from '../files/send-file.ts';
import classes from './LogoField.module.css';

interface LogoFieldProps {
  value: FileRef | null;
  /** Shown if there is no logo. */
  name: string;
  onChange: (logo: FileRef) => void;
}

/**
 * The logo: the user chooses a picture and crops it to 190 by 80 pixels, and it is stored as a JPEG
 * (docs/behavior/settings.md#form).
 */
export function LogoField({ value, name, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);

  async function store(picture: Blob): Promise<void> {
    const cropped = new File([picture], 'logo.jpg', { type: 'image/jpeg' });
    onChange(await sendFile(cropped, { key: 'site_logo' }));
    setFile(null);
  }

  return (
    <Input.Wrapper
      label={t('Logo')}
      labelElement="div"
      description={t(
        'Shown at the top of every page, 190 by 80 pixels. Without one, the short name appears. A wide picture on a white background looks best.',
      )}
    >
      <div className={classes.field}>
        <div className={classes.frame} data-filled={value !== null || undefined}>
          {value ? (
            <img src={fileAddress(value)} alt={t('Your logo')} />
          ) : (
            <span className={classes.name}>{name || t('No logo yet')}</span>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={PICTURES}
          hidden
          aria-label={t('Logo')}
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0] ?? null);
            // Reset the field, so that choosing the same picture again fires a change event.
            currentTarget.value = '';
          }}
        />
        <Button
          variant="default"
          leftSection={<IconPhoto size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {value ? t('Change Logo') : t('Upload Logo')}
        </Button>
      </div>
      <PictureCropDialog
        file={file}
        aspect={LOGO.aspect}
        startWidth={90}
        onCropped={store}
        onClose={() => setFile(null)}
      />
    </Input.Wrapper>
  );
}

import { Button, Input } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { t } from '@waypost/contract/i18n';
import type { FileRef } from '@waypost/contract/school-system/files/calls';
import { LOGO } from '@waypost/contract/school-system/settings/rules';
import { type ReactNode, useRef, useState } from 'react';
import { fileAddress } from '../../client/call.ts';
import { PictureCropDialog } from '../../ui/PictureCropDialog.tsx';
import { PICTURES } from '../files/pictures.ts';
import { sendFile } from '../files/send-file.ts';
import classes from './LogoField.module.css';
import { plainLogo } from './plain-logo.ts';

interface LogoFieldProps {
  value: FileRef | null;
  /** The short name: shown if there is no logo, and the text of a plain one. */
  name: string;
  error: ReactNode;
  onChange: (logo: FileRef) => void;
}

/**
 * The logo: the user chooses a picture and crops it to 190 by 80 pixels, or makes one of the short name. It is stored
 * as a JPEG (docs/behavior/settings.md#form).
 */
export function LogoField({ value, name, error, onChange }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  async function store(picture: Blob): Promise<void> {
    const cropped = new File([picture], 'logo.jpg', { type: 'image/jpeg' });
    onChange(await sendFile(cropped, { key: 'site_logo' }));
    setFile(null);
    setFailed(null);
  }

  async function storePlain(): Promise<void> {
    setBusy(true);
    try {
      await store(await plainLogo(name));
    } catch (caught) {
      setFailed(caught instanceof Error ? caught.message : t('Something went wrong'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Input.Wrapper
      label={t('Logo')}
      labelElement="div"
      required
      error={failed ?? error}
      description={t(
        'Shown at the top of every page, 190 by 80 pixels. A wide picture on a white background looks best. A plain logo is the short name as a picture.',
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
        <Button variant="default" loading={busy} disabled={name === ''} onClick={storePlain}>
          {t('Use a plain logo')}
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

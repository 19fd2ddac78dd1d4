import { Button, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { t } from '@waypost/contract/i18n';
import { useEffect, useRef } from 'react';

interface CopyLinkProps {
  /** The path with its query string, such as `/signup?type=Student`. */
  path: string;
  children: string;
}

/** A button that copies a link to a page of this site. If the browser refuses, it shows the link to copy by hand. */
export function CopyLink({ path, children }: CopyLinkProps) {
  const link = window.location.origin + path;
  const { copied, copy, error } = useClipboard({ timeout: 1000 });
  if (error) return <LinkField label={children} link={link} />;
  return (
    <Button variant="default" onClick={() => copy(link)} aria-live="polite">
      {copied ? t('Copied') : children}
    </Button>
  );
}

function LinkField({ label, link }: { label: string; link: string }) {
  const field = useRef<HTMLInputElement>(null);
  // The button had the focus.
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      readOnly
      label={label}
      description={t('This browser does not let us copy. The link is selected: copy it yourself.')}
      value={link}
      onFocus={(event) => event.currentTarget.select()}
    />
  );
}

import { Button, CopyButton } from '@mantine/core';
import { t } from '@waypost/contract/i18n';

interface CopyLinkProps {
  /** The path with its query string, such as `/signup?type=Student`. */
  path: string;
  children: string;
}

/** A button that copies a link to a page of this site. */
export function CopyLink({ path, children }: CopyLinkProps) {
  return (
    <CopyButton value={window.location.origin + path}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy} aria-live="polite">
          {copied ? t('Copied') : children}
        </Button>
      )}
    </CopyButton>
  );
}

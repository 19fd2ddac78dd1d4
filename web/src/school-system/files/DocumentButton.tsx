import { t } from '@waypost/contract/i18n';
import { FileButton, type FileButtonProps } from '../../ui/FileButton.tsx';

/** The document types that the server accepts (docs/behavior/files.md#what-is-accepted). */
const DOCUMENTS = '.pdf,.doc,.docx,.odt,.jpg,.jpeg,.png';

/**
 * Picks a document and uploads it. Except for photos, the server stores it unchanged, so the person is told what it
 * carries.
 */
export function DocumentButton(props: Pick<FileButtonProps, 'label' | 'onFile' | 'variant'>) {
  return (
    <FileButton
      {...props}
      accept={DOCUMENTS}
      note={t('A document keeps the details saved in it, such as its author’s name.')}
    />
  );
}

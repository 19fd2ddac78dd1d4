import { t } from '@waypost/contract/i18n';

/** What the field for an entry's Spanish has in every list's form. */
export const inSpanish = () => ({
  label: t('Spanish (optional)'),
  description: t('For readers of Spanish. Without it, they see the original.'),
  lang: 'es',
  autoComplete: 'off',
});

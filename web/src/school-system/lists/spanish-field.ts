import { t } from '@waypost/contract/i18n';

/** The props of the field for an entry's Spanish, the same in every list's form. */
export const spanishField = () => ({
  label: t('Spanish (optional)'),
  description: t('For readers of Spanish. Without it, they see the original.'),
  lang: 'es',
  autoComplete: 'off',
});

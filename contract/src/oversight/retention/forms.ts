import * as z from 'zod';
import { msg } from '../../i18n.ts';
import { givenPassword } from '../../password-fields.ts';
import { unlessMissing } from '../../wording.ts';
import { NOT_RETENTION_YEARS, RETENTION_YEARS } from './rules.ts';

export const years = z
  .int(unlessMissing(NOT_RETENTION_YEARS))
  .min(RETENTION_YEARS.min, unlessMissing(NOT_RETENTION_YEARS))
  .max(RETENTION_YEARS.max, unlessMissing(NOT_RETENTION_YEARS));

/** The password, because an open session must not be enough to have records deleted. */
export const RetentionInput = z.object({
  /** If left out, nothing is deleted automatically. */
  years: years.nullish(),
  password: givenPassword(msg('password is required')),
});

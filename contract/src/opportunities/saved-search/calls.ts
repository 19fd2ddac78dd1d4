import * as z from 'zod';
import { get, nothing, post } from '../../call.ts';
import { requiredLine, said } from '../../fields.ts';
import { BrowseFilter } from '../opportunities/calls.ts';

/** Opportunities that the student saved are never new. */
const Filter = BrowseFilter.omit({ saved: true });

/** The search that a student gets a weekly email about; null if there is none. */
const SavedSearch = z.object({
  filter: Filter.extend({
    focusAreas: z.array(z.string()).optional(),
    radius: z.number().nullish(),
    search: z.string().optional(),
  }).nullable(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

/** A search that sends a weekly email when something new matches (docs/behavior/browse.md#weekly-email). */
export const savedSearchCalls = {
  getSavedSearch: get('/api/getSavedSearch', nothing, SavedSearch),
  /** Replaces the earlier one. Without a filter, the emails stop. */
  saveSearch: post('/api/saveSearch', z.object({ filter: Filter.nullish() }), SavedSearch),
  /** From the link in each email, without logging in. */
  stopSearchEmails: post(
    '/api/stopSearchEmails',
    z.object({ code: requiredLine() }),
    said('success', 'unknown'),
  ),
};

import { type Message, msg } from '../../i18n.ts';
import type { Relationship } from './rules.ts';

/** The relationships as people read them. */
export const relationshipNames: Record<Relationship, Message> = {
  Mother: msg('Mother'),
  Father: msg('Father'),
  Stepparent: msg('Stepparent'),
  Grandparent: msg('Grandparent'),
  'Foster parent': msg('Foster parent'),
  'Legal guardian': msg('Legal guardian'),
  'Other relative': msg('Other relative'),
  Other: msg('Other'),
};

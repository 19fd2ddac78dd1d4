// Random tests choose the same in each run, unless SEED is set.
import fc from 'fast-check';
import { SEED } from './rounds.ts';

fc.configureGlobal({ seed: SEED });

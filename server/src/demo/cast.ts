import { DEMO_DOMAIN } from '@waypost/contract/people/accounts/demo';
import { businesses, type DemoBusiness } from './businesses.ts';
import { mountainBusinesses } from './mountains.ts';
import * as places from './places.ts';

/** An address of the demo. */
export const demoEmail = (name: string) => `${name}@${DEMO_DOMAIN}`;

/** The parts of a demo school system. */
export interface DemoCast {
  fullName: string;
  shortName: string;
  phone: string;
  maxUsers: number;
  /** What its logo shows, and in which two colors. */
  mark: 'bay' | 'mountains';
  colors: readonly [dark: string, light: string];
  schools: readonly places.DemoSchool[];
  programs: readonly string[];
  /** Evaluations name the first Admin. Teachers have schools and programs, by their index in the lists. */
  staff: readonly DemoStaff[];
  /** This many, from the first, have an approved account and a profile. */
  businesses: { all: readonly DemoBusiness[]; approved: number; finished: number };
  /** This many, from the first, are approved, have saved their profile, and have confirmed their email. */
  students: { all: number; approved: number; finished: number; confirmed: number };
  /** The number of its first person, so that no two people of the demo share an email or a phone number. */
  firstNumber: number;
  /** Whether the first of each role can log in, because their password is published. */
  isPublished: boolean;
}

interface DemoStaff {
  role: 'Admin' | 'Teacher';
  firstName: string;
  lastName: string;
  /** The part before the at sign. */
  address: string;
  schools?: readonly number[];
  programs?: readonly number[];
}

/** The system of the published accounts, around the bay. */
export const bay: DemoCast = {
  fullName: 'Chesapeake Bay Public Schools',
  shortName: 'CBPS',
  phone: '(410)555-0199',
  maxUsers: 5000,
  mark: 'bay',
  colors: ['#12355b', '#5fa8d3'],
  schools: places.schools,
  programs: places.programs,
  staff: [
    { role: 'Admin', firstName: 'Angela', lastName: 'Whitfield', address: 'admin' },
    {
      role: 'Teacher',
      firstName: 'Thomas',
      lastName: 'Beck',
      address: 'teacher',
      schools: [0, 1, 4],
      programs: [1, 2],
    },
    {
      role: 'Teacher',
      firstName: 'Ngozi',
      lastName: 'Okafor',
      address: 'teacher.okafor',
      schools: [2, 3],
      programs: [4, 6, 7],
    },
  ],
  businesses: { all: businesses, approved: 27, finished: 29 },
  students: { all: 200, approved: 168, finished: 188, confirmed: 198 },
  firstNumber: 0,
  isPublished: true,
};

/** A smaller one in the mountains, with its own people. */
export const mountains: DemoCast = {
  fullName: 'Mountain Ridge Public Schools',
  shortName: 'MRPS',
  phone: '(240)555-0140',
  maxUsers: 400,
  mark: 'mountains',
  colors: ['#2f5d50', '#a9c9a4'],
  schools: [
    {
      name: 'Cumberland Narrows High School',
      type: 'High',
      town: 'Cumberland',
      street: '400 Sedgwick Street',
    },
    { name: 'Frostburg Summit High School', type: 'High', town: 'Frostburg', street: '120 Center Street' },
    { name: 'Deep Creek High School', type: 'High', town: 'Oakland', street: '86 Pride Parkway' },
  ],
  programs: ['Carpentry', 'Computer Science', 'Forestry', 'Hospitality'],
  staff: [
    { role: 'Admin', firstName: 'Walter', lastName: 'Durst', address: 'walter.durst' },
    {
      role: 'Teacher',
      firstName: 'Carla',
      lastName: 'Beitzel',
      address: 'carla.beitzel',
      schools: [0, 1],
      programs: [0, 1],
    },
    {
      role: 'Teacher',
      firstName: 'Dominic',
      lastName: 'Yoder',
      address: 'dominic.yoder',
      schools: [2],
      programs: [2, 3],
    },
  ],
  businesses: { all: mountainBusinesses, approved: 6, finished: 7 },
  students: { all: 36, approved: 28, finished: 33, confirmed: 35 },
  firstNumber: 500,
  isPublished: false,
};

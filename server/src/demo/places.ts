/** Towns around the Chesapeake Bay and in the mountains, each with its center in degrees. */
export const towns = {
  Annapolis: { zip: '21401', lat: 38.9784, lon: -76.4922 },
  Eastport: { zip: '21403', lat: 38.9646, lon: -76.4816 },
  Arnold: { zip: '21012', lat: 39.0321, lon: -76.5027 },
  Severna: { zip: '21146', lat: 39.0704, lon: -76.5452 },
  Edgewater: { zip: '21037', lat: 38.9399, lon: -76.5497 },
  Crofton: { zip: '21114', lat: 39.0018, lon: -76.6875 },
  Stevensville: { zip: '21666', lat: 38.9804, lon: -76.3147 },
  Chester: { zip: '21619', lat: 38.9754, lon: -76.2894 },
  Grasonville: { zip: '21638', lat: 38.9585, lon: -76.2105 },
  Easton: { zip: '21601', lat: 38.7743, lon: -76.0763 },
  'St. Michaels': { zip: '21663', lat: 38.7851, lon: -76.2244 },
  Cambridge: { zip: '21613', lat: 38.5632, lon: -76.0788 },
  Cumberland: { zip: '21502', lat: 39.6529, lon: -78.7625 },
  Frostburg: { zip: '21532', lat: 39.6581, lon: -78.9284 },
  Oakland: { zip: '21550', lat: 39.4079, lon: -79.4067 },
} as const;
export type Town = keyof typeof towns;

/** The name of a town in an address, if it differs from its key. */
export const townName = (town: Town) =>
  town === 'Severna' ? 'Severna Park' : town === 'Eastport' ? 'Annapolis' : town;

export const streets = [
  'Bay Ridge Avenue',
  'Chesapeake Avenue',
  'Dock Street',
  'Forest Drive',
  'Harbor Lane',
  'Heron Court',
  'Island Road',
  'King Street',
  'Lighthouse Road',
  'Main Street',
  'Maple Avenue',
  'Mill Creek Road',
  'Oyster Lane',
  'Piney Creek Road',
  'River Road',
  'School House Lane',
  'Severn Avenue',
  'Shipwright Street',
  'Solomons Road',
  'Spa Road',
  'Tidewater Drive',
  'Union Street',
  'Washington Street',
  'West Street',
  'Windward Drive',
] as const;

export interface DemoSchool {
  name: string;
  type: 'High' | 'Middle';
  town: Town;
  street: string;
}

export const schools: readonly DemoSchool[] = [
  { name: 'Annapolis Harbor High School', type: 'High', town: 'Annapolis', street: '2700 Riva Road' },
  { name: 'Severn River High School', type: 'High', town: 'Severna', street: '60 Robinson Road' },
  { name: 'Kent Island Bay High School', type: 'High', town: 'Stevensville', street: '900 Love Point Road' },
  { name: 'Easton Point High School', type: 'High', town: 'Easton', street: '723 Mecklenburg Avenue' },
  {
    name: 'South River Center of Applied Technology',
    type: 'High',
    town: 'Edgewater',
    street: '211 Central Avenue East',
  },
  {
    name: 'Crofton Meadows Middle School',
    type: 'Middle',
    town: 'Crofton',
    street: '2301 Davidsonville Road',
  },
];

export const programs = [
  'Business and Finance',
  'Carpentry and Boat Building',
  'Computer Science',
  'Culinary Arts',
  'Environmental Science',
  'Graphic and Interactive Media',
  'Health Professions',
  'Teacher Academy',
] as const;

export const focusAreas = [
  'Agriculture and Environment',
  'Arts and Media',
  'Building and Trades',
  'Education and Children',
  'Finance and Law',
  'Food and Hospitality',
  'Health and Care',
  'Information Technology',
  'Marine Trades',
  'Retail and Customers',
] as const;

/** Programs and focus areas of every demo school system, in Spanish. */
export const spanishField: Readonly<Record<string, string>> = {
  'Business and Finance': 'Negocios y finanzas',
  Carpentry: 'Carpintería',
  'Carpentry and Boat Building': 'Carpintería y construcción de barcos',
  'Computer Science': 'Informática',
  'Culinary Arts': 'Artes culinarias',
  'Environmental Science': 'Ciencias ambientales',
  Forestry: 'Silvicultura',
  'Graphic and Interactive Media': 'Medios gráficos e interactivos',
  'Health Professions': 'Profesiones de la salud',
  Hospitality: 'Hotelería y turismo',
  'Teacher Academy': 'Academia de docentes',
  'Agriculture and Environment': 'Agricultura y medio ambiente',
  'Arts and Media': 'Artes y medios',
  'Building and Trades': 'Construcción y oficios',
  'Education and Children': 'Educación e infancia',
  'Finance and Law': 'Finanzas y derecho',
  'Food and Hospitality': 'Alimentos y hotelería',
  'Health and Care': 'Salud y cuidado',
  'Information Technology': 'Tecnología de la información',
  'Marine Trades': 'Oficios náuticos',
  'Retail and Customers': 'Comercio y atención al cliente',
};

export type FocusArea = (typeof focusAreas)[number];

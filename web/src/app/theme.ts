import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { fonts } from './fonts.ts';

/**
 * Dark blue is the primary color: shade 5 in the dark color scheme, shade 8 in the light one. White text on
 * either has a contrast of 4.5:1.
 */
const navy: MantineColorsTuple = [
  '#eef3fb',
  '#dbe5f5',
  '#b7cbeb',
  '#8fadde',
  '#6b92d2',
  '#456fb8',
  '#345fa8',
  '#234b8b',
  '#17386b',
  '#0e2647',
];

/** The only warm accent: marks what the user has to do. */
const amber: MantineColorsTuple = [
  '#fff5e5',
  '#fde7c8',
  '#f9cf94',
  '#f5b65c',
  '#f2a33a',
  '#e08a15',
  '#b96c08',
  '#945404',
  '#713f03',
  '#4d2a02',
];

/** Grays with a hint of blue, so that dark surfaces match. */
const dark: MantineColorsTuple = [
  '#dfe4ec',
  '#c1c9d6',
  '#a3adbd',
  '#7d899c',
  '#465061',
  '#384252',
  '#212834',
  '#1a2029',
  '#141a22',
  '#0e1319',
];

const radius = '8px';
const resting = '0 1px 2px rgb(14 38 71 / 8%), 0 1px 3px rgb(14 38 71 / 10%)';
const raised = '0 4px 12px rgb(14 38 71 / 12%), 0 12px 32px rgb(14 38 71 / 14%)';

export const theme = createTheme({
  other: { product: 'Waypost' },
  primaryColor: 'navy',
  primaryShade: { light: 8, dark: 5 },
  colors: { navy, amber, dark },
  fontFamily: fonts,
  headings: {
    fontFamily: fonts,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.3125rem', lineHeight: '1.35' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.6', lg: '1.65', xl: '1.65' },
  // One radius and two elevations, whatever size a component requests.
  radius: { xs: radius, sm: radius, md: radius, lg: radius, xl: radius },
  defaultRadius: radius,
  shadows: { xs: resting, sm: resting, md: raised, lg: raised, xl: raised },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  components: {
    // With the common radius, such a small box would look like a radio button.
    Checkbox: { defaultProps: { radius: 4 } },
    // Without a radius, Mantine draws these as pills; a badge would be in capitals.
    Badge: { defaultProps: { radius, tt: 'none' } },
    Chip: { defaultProps: { radius, variant: 'outline' } },
    // A title in its own color does not reach a contrast of 4.5:1 on the tinted background, so only
    // background, border and icon have the color.
    Alert: {
      styles: {
        root: { borderColor: 'color-mix(in srgb, var(--alert-color) 30%, transparent)' },
        title: { color: 'var(--mantine-color-text)' },
      },
    },
  },
});

/** Mantine's grays do not reach a contrast of 4.5:1 for small text; these do on every background. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--wp-ground': '#f5f7fa',
    '--wp-line': '#dde2ea',
    '--mantine-color-text': '#1c2430',
    '--mantine-color-dimmed': '#566071',
    '--mantine-color-placeholder': '#667083',
    '--mantine-color-error': '#c22525',
    '--mantine-color-default-border': '#c3cad6',
    '--mantine-color-amber-light': '#fff5e5',
    '--mantine-color-amber-light-color': '#713f03',
  },
  dark: {
    '--wp-ground': '#12161d',
    '--wp-line': '#303845',
    '--mantine-color-dimmed': '#a3adbd',
    '--mantine-color-placeholder': '#939eb0',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-default-hover': '#2a3240',
    '--mantine-color-anchor': '#8fadde',
    '--mantine-color-red-light': '#3a1c20',
    '--mantine-color-red-light-color': '#ffb3b3',
    '--mantine-color-amber-light': '#261d0d',
    '--mantine-color-amber-light-color': '#f9cf94',
    '--mantine-color-navy-text': '#8fadde',
    '--mantine-color-navy-light': '#1d3052',
    '--mantine-color-navy-light-hover': '#243a62',
    '--mantine-color-navy-light-color': '#b7cbeb',
    '--mantine-color-navy-outline': '#8fadde',
  },
});

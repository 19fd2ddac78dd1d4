import features from './features.json' with { type: 'json' };

const wings = Object.keys(features.wings);

/** `people/accounts` for a path in the repository or in a side's `src`, or undefined for a file in no feature. */
export function featureOf(file: string): string | undefined {
  const [wing = '', feature, ...rest] = file.replace(/^[\w-]+\/src\//, '').split('/');
  return wings.includes(wing) && rest.length > 0 ? `${wing}/${feature}` : undefined;
}

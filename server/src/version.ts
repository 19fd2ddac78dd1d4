import manifest from '../../package.json' with { type: 'json' };

/** The version of Waypost. */
export const { version } = manifest;

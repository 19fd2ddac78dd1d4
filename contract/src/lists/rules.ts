export const schoolTypes = ['High', 'Middle', 'Elementary'] as const;

import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { foldText } from '@waypost/contract/fold';

const containing =
  (textsOf: (item: ComboboxItem) => string[]): OptionsFilter =>
  ({ options, search }) => {
    const wanted = foldText(search);
    return (options as ComboboxItem[]).filter((item) =>
      textsOf(item).some((text) => foldText(text).includes(wanted)),
    );
  };

/** The choices whose shown name contains the typed text (`foldText`). */
export const byLabel = containing(({ label }) => [label]);

/** The choices whose shown name or original name contains the typed text. */
export const byLabelOrValue = containing(({ label, value }) => [label, value]);

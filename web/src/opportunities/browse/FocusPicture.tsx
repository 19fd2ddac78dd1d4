import {
  IconAnchor,
  IconBriefcase,
  IconBuildingStore,
  IconDeviceLaptop,
  IconHammer,
  IconLeaf,
  IconPalette,
  type IconProps,
  IconScale,
  IconSchool,
  IconStethoscope,
  IconToolsKitchen2,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import classes from './FocusPicture.module.css';

type Tone = 'water' | 'land' | 'craft' | 'care' | 'people' | 'desk' | 'plain';

/**
 * School systems name their own focus areas, so a picture is chosen by words in their names; the first
 * match wins.
 */
const pictures: readonly [words: RegExp, icon: ComponentType<IconProps>, tone: Tone][] = [
  [/marine|boat|sail|maritime|fish/i, IconAnchor, 'water'],
  [/agricult|environment|farm|animal|garden|nature/i, IconLeaf, 'land'],
  [/build|trade|construct|carpent|manufact|engineer|automotive|electric/i, IconHammer, 'craft'],
  [/health|care|medic|nurs|dental/i, IconStethoscope, 'care'],
  [/educat|child|teach/i, IconSchool, 'people'],
  [/food|hospital|culinary|kitchen|tourism/i, IconToolsKitchen2, 'craft'],
  [/financ|law|legal|account|government/i, IconScale, 'desk'],
  [/tech|comput|software|data|cyber/i, IconDeviceLaptop, 'desk'],
  [/art|media|design|music|film/i, IconPalette, 'people'],
  [/retail|customer|sales|market/i, IconBuildingStore, 'people'],
];

/** A picture for an opportunity's focus areas, whose names are on the card as text. */
export function FocusPicture({ areas }: { areas: readonly string[] }) {
  const [, Icon, tone] = pictures.find(([words]) => areas.some((area) => words.test(area))) ?? [
    null,
    IconBriefcase,
    'plain',
  ];
  return (
    <span className={classes.picture} data-tone={tone}>
      <Icon size={24} aria-hidden />
    </span>
  );
}

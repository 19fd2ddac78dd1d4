import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { files } from '../platform/database/tables/files.ts';
import { newFileKey } from '../platform/outside/file-store.ts';
import type { DemoCast } from './cast.ts';
import type { DemoMaking } from './fill-demo.ts';

/* Pictures of fictional people and businesses, generated without any request (docs/decisions/0059-demo-pictures.md). */

/** The icons of DiceBear's collection that the demo's businesses use as logos. */
export type Icon =
  | 'award'
  | 'basket2'
  | 'bell'
  | 'bicycle'
  | 'binoculars'
  | 'bricks'
  | 'building'
  | 'calculator'
  | 'cameraReels'
  | 'compass'
  | 'cupStraw'
  | 'droplet'
  | 'egg'
  | 'emojiSmile'
  | 'flower1'
  | 'heart'
  | 'houseDoor'
  | 'key'
  | 'ladder'
  | 'laptop'
  | 'lightbulb'
  | 'lightningCharge'
  | 'newspaper'
  | 'piggyBank'
  | 'printer'
  | 'puzzle'
  | 'router'
  | 'scissors'
  | 'shopWindow'
  | 'snow2'
  | 'thermometer'
  | 'tree'
  | 'tsunami';

const grounds = [
  '12355b',
  '1d5c63',
  '5b3a29',
  '3d405b',
  '6b2737',
  '2f5d50',
  '4a4e69',
  '7a4419',
  '264653',
  '583e79',
];

/** Loaded only with the demo, because a server without it never needs it. */
const artists = async () => {
  const [{ createAvatar }, personas, icons] = await Promise.all([
    import('@dicebear/core'),
    import('@dicebear/personas'),
    import('@dicebear/icons'),
  ]);
  return { createAvatar, personas, icons };
};

const asJpeg = (svg: string, width: number, height = width) =>
  sharp(Buffer.from(svg), { density: 144 }).resize(width, height).jpeg({ quality: 82 }).toBuffer();

/** The face that always belongs to this seed. `isGrown` allows gray hair and beards. */
export async function aFace(seed: string, isGrown = false): Promise<Buffer> {
  const { createAvatar, personas } = await artists();
  const avatar = createAvatar(personas, {
    seed,
    size: 256,
    backgroundColor: ['dbe7f5', 'f6e7c8', 'd9eee3', 'f3dcd6', 'e6def2'],
    skinColor: ['f0c3a9', 'e0a984', 'c98d66', 'a86f4e', '855338', '6b4230'],
    hair: [
      ...(['long', 'sideShave', 'shortCombover', 'curlyHighTop', 'bobCut', 'curly'] as const),
      ...(['curlyBun', 'buzzcut', 'bobBangs', 'bunUndercut', 'fade', 'straightBun', 'extraLong'] as const),
      ...(isGrown ? (['balding', 'shortComboverChops'] as const) : (['beanie', 'cap', 'pigtails'] as const)),
    ],
    hairColor: isGrown ? ['2b2226', '5a3b33', '8d8a92'] : ['2b2226', '4a332e', '6c4a3a', 'a8683c', 'd0a05c'],
    eyes: ['open', 'open', 'happy', 'glasses'],
    mouth: ['smile', 'bigSmile', 'smirk'],
    nose: ['mediumRound', 'smallRound'],
    facialHair: ['beardMustache', 'goatee', 'shadow'],
    facialHairProbability: isGrown ? 20 : 0,
  });
  return asJpeg(avatar.toString(), 256);
}

/** A business's logo: its icon in white on its own background color. */
export async function aLogo(icon: Icon, index: number): Promise<Buffer> {
  const { createAvatar, icons } = await artists();
  const ground = grounds[index % grounds.length] ?? '12355b';
  const avatar = createAvatar(icons, {
    icon: [icon],
    size: 320,
    scale: 110,
    backgroundColor: [ground],
  });
  return asJpeg(avatar.toString(), 320);
}

/** The letters of the logos as paths in a box of 44 by 64, because a server may have no fonts. */
const letters: Record<string, string> = {
  B: 'M4 4 V60 H20 A14 14 0 0 0 20 32 H4 M20 32 A14 14 0 0 0 20 4 H4',
  C: 'M38 14 A20 26 0 1 0 38 50',
  M: 'M4 60 V4 L22 36 L40 4 V60',
  P: 'M4 60 V4 H22 A15 15 0 0 1 22 34 H4',
  R: 'M4 60 V4 H22 A15 15 0 0 1 22 34 H4 M22 34 L38 60',
  S: 'M36 14 C30 0 6 0 6 18 C6 36 38 28 38 46 C38 64 12 64 5 50',
};

/** A school system's logo, 19 by 8: a shield with the sea or the mountains, and its short name. */
export async function aSchoolLogo({
  mark,
  shortName,
  colors: [dark, light],
}: Pick<DemoCast, 'mark' | 'shortName' | 'colors'>) {
  const waves = [0, 1, 2].map(
    (row) =>
      `<path d="M20 ${96 + row * 20} q22 -16 44 0 t44 0 t44 0" fill="none" stroke="${light}" stroke-width="8" stroke-linecap="round"/>`,
  );
  const peaks = `<path d="M14 150 L64 66 L92 112 L112 84 L156 150 Z" fill="${light}"/>`;
  const name = [...shortName].map(
    (letter, index) =>
      `<path transform="translate(${200 + index * 66} 62) scale(1.15)" d="${letters[letter] ?? ''}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 475 200" width="475" height="200"><rect width="475" height="200" fill="#fff"/><path d="M8 14 H164 V104 Q164 168 86 192 Q8 168 8 104 Z" fill="${dark}"/><circle cx="86" cy="52" r="20" fill="#f2b441"/><clipPath id="shield"><path d="M8 14 H164 V104 Q164 168 86 192 Q8 168 8 104 Z"/></clipPath><g clip-path="url(#shield)">${mark === 'bay' ? waves.join('') : peaks}</g><g fill="none" stroke="${dark}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round">${name.join('')}</g></svg>`;
  return asJpeg(svg, 380, 160);
}

/** Stores a profile picture. Returns its file's id. */
export async function storePicture(
  { db, files: store, clientId }: DemoMaking,
  ownerId: string,
  content: Buffer,
): Promise<string> {
  const id = randomUUID();
  const storageKey = newFileKey();
  const contentType = 'image/jpeg';
  await store.put(storageKey, content, contentType);
  const name = 'profile_pic_cropped.jpg';
  await db
    .insert(files)
    .values({ clientId, id, ownerId, name, contentType, bytes: content.length, storageKey });
  return id;
}

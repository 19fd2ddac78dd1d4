import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import type { World } from '../../../testing/entity.ts';
import { aFilledWorld } from '../../../testing/filled-world.ts';
import { peopleEntities } from '../../../testing/people-entities.ts';
import { actions, ofFilledWorld, savedForms } from '../../../testing/saved-forms.ts';
import { startTestServer } from '../../../testing/server.ts';
import { workEntities } from '../../../testing/work-entities.ts';

/* Checks each entity's fields in each reply that contains it. Everything was saved through calls with every field, so a field that a call ignores or a reply omits fails its entity. */
const server = startTestServer();

let world: World;
beforeAll(async () => {
  world = await aFilledWorld(server);
});

test.each(Object.entries({ ...peopleEntities, ...workEntities }))(
  '%s: each of its fields is in every reply that has one',
  async (_, entityIn) => {
    const { fields, replies } = entityIn(world);
    for (const [call, read] of Object.entries(replies))
      expect([call, await read()]).toEqual([call, expect.objectContaining(fields)]);
  },
);

test.each(Object.entries(savedForms))('%s: each of its fields is saved and returned', async (_, saved) => {
  const { sent, seen } = await saved.save(world);
  for (const field of Object.keys(saved.form.shape).filter((name) => !saved.except?.includes(name)))
    expect({ [field]: Reflect.get(Object(seen), field) }).toEqual({ [field]: Reflect.get(sent, field) });
});

test('every form is covered by these tests, or only acts', async () => {
  const contract = join(import.meta.dirname, '../../../../contract/src');
  const files = readdirSync(contract, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('/forms.ts'));
  const forms: string[] = [];
  for (const file of files)
    for (const [name, schema] of Object.entries(await import(join(contract, file))))
      if (schema instanceof z.ZodObject) forms.push(name);
  const known = [...Object.keys(savedForms), ...ofFilledWorld, ...actions];
  expect([...new Set(forms)].sort()).toEqual(known.sort());
});

import { beforeAll, expect, test } from 'vitest';
import type { World } from '../../../testing/entity.ts';
import { aFilledWorld } from '../../../testing/filled-world.ts';
import { peopleEntities } from '../../../testing/people-entities.ts';
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

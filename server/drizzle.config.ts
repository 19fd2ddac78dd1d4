import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  // The tests beside the tables are none.
  schema: './src/database/tables/!(*.test).ts',
  out: './migrations',
});

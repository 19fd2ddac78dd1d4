import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  // The tests next to the tables are not tables.
  schema: './src/platform/database/tables/!(*.test).ts',
  out: './migrations',
});

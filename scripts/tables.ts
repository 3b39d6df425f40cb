// npm run tables: writes the row types and schema.sql as they are after all migrations.
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { databaseOn, startCluster, TEMPLATE } from '../api/test/cluster.ts'
import { describeSchema } from '../api/test/schema.ts'

const TABLES = 'api/src/kernel/db/tables.ts'
const cluster = await startCluster()
try {
  const url = databaseOn(cluster.url, TEMPLATE)
  execFileSync(
    'kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      TABLES,
      '--exclude-pattern',
      'migration',
      '--numeric-parser',
      'string',
      '--type-mapping',
      '{"interval":"string"}',
      '--singularize',
      'false',
    ],
    { stdio: 'inherit' },
  )
  const generated = await readFile(TABLES, 'utf8')
  // connect.ts parses bigint as a number; the generator does not know that.
  await writeFile(TABLES, generated.replace(/export type Int8 = .*;/, 'export type Int8 = number;'))
  await writeFile('api/schema.sql', await describeSchema(url))
} finally {
  await cluster.stop()
}

// npm run tables: writes schema.sql as it is after all migrations.
import { writeFile } from 'node:fs/promises'
import { databaseOn, startCluster, TEMPLATE } from '../api/test/cluster.ts'
import { describeSchema } from '../api/test/schema.ts'

const cluster = await startCluster()
try {
  await writeFile('api/schema.sql', await describeSchema(databaseOn(cluster.url, TEMPLATE)))
} finally {
  await cluster.stop()
}

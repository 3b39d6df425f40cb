// The proof of `npm run proof:terminal`, small enough for every day: 60 small files and one of 64
// MiB, each command killed once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { TEMPLATE, databaseOn, onCluster } from '../../api/test/cluster.ts'
import { proveKills } from './kills.ts'

test(
  'a killed upload or download, given again, ends as if nothing had happened, and no acknowledged byte is sent twice',
  { timeout: 180_000 },
  async (t) => {
    const [home, database] = [
      await mkdtemp(join(tmpdir(), 'reelay-proof-')),
      `test_${randomUUID().replaceAll('-', '')}`,
    ]
    await onCluster(process.env.TEST_CLUSTER!, `create database ${database} template ${TEMPLATE}`)
    t.after(async () => {
      await onCluster(process.env.TEST_CLUSTER!, `drop database ${database} with (force)`)
      await rm(home, { recursive: true, force: true })
    })
    const env = {
      DATA_DIR: join(home, 'data'),
      DATABASE_URL: databaseOn(process.env.TEST_CLUSTER!, database),
    }
    const { small, large, taken } = await proveKills({
      env,
      home,
      count: 60,
      size: 64 * 1024 * 1024,
      thorough: false,
      say: () => {},
    })
    for (const { files, kept, equal, whole, sent, again, ended } of [small, large]) {
      assert.deepEqual(
        { code: ended.code, kept, equal, again },
        { code: 0, kept: files, equal: files, again: 0 },
        ended.err,
      )
      assert.ok(sent >= whole)
    }
    assert.deepEqual([taken.ended.code, taken.equal], [0, true], taken.ended.err)
  },
)

// A small `npm run stress:cli`: 60 small files and one of 64 MiB, each command killed once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { TEMPLATE, databaseOn, onCluster } from '../../api/test/cluster.ts'
import { stressCli } from './cli-transfers.ts'

test(
  'a killed upload or download resumes, and no confirmed byte is sent twice',
  { timeout: 180_000 },
  async (t) => {
    const [home, database] = [
      await mkdtemp(join(tmpdir(), 'reelay-stress-')),
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
    const { small, large, download } = await stressCli({
      env,
      home,
      count: 60,
      size: 64 * 1024 * 1024,
      isThorough: false,
      log: () => {},
    })
    for (const { files, registered, equal, totalBytes, sent, resent, run } of [small, large]) {
      assert.deepEqual(
        { code: run.code, registered, equal, resent },
        { code: 0, registered: files, equal: files, resent: 0 },
        run.err,
      )
      assert.ok(sent >= totalBytes)
    }
    assert.deepEqual([download.run.code, download.equal], [0, true], download.run.err)
  },
)

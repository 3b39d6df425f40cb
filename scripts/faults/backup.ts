// A backup while the service works: everything that was acknowledged before it began is in the
// restored installation.
import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { openRepository } from '../../api/src/operations/backup/repository.ts'
import { findEmbedded } from '../../api/src/kernel/db/embedded.ts'
import { runAdmin } from '../../api/test/admin.ts'
import { startService } from '../../api/test/service.ts'
import { digits } from '../tools/figures.ts'
import { parse, send } from '../tools/send.ts'
import { fillStudio } from '../bench/size/fill.ts'
import { compare } from './compare.ts'
import { runScenario, type FaultFindings, type Installation } from './installation.ts'
import type { Scenario } from './scenario.ts'
import type { Ledger } from './clients.ts'
import { waitForWrites } from './workload.ts'

const FILE_BYTES = 64 * 1024 ** 2
/** Of 64 MiB each, and with 100 rows for each asset. */
const CONTENTS = { short: { files: 2, assets: 200 }, long: { files: 64, assets: 20_000 } }

export const backupUnderLoad: Scenario = {
  name: 'backup under load',
  run(options) {
    const { files, assets } = options.short ? CONTENTS.short : CONTENTS.long
    let acknowledged: Ledger
    return runScenario(
      options,
      () => ({
        async prepare(installation) {
          await fillStudio(installation.databaseUrl, assets)
          for (let number = 0; number < files; number++) await uploadFile(installation, number)
        },
        async inject(installation) {
          const { ledger } = installation.work
          await waitForWrites(installation.work, 20)
          acknowledged = {
            orders: new Map(ledger.orders),
            changes: new Map(ledger.changes),
            uploads: new Map(ledger.uploads),
          }
          await runTimed(installation, 'backup', 'backup', repositoryOf(installation))
          await waitForWrites(installation.work, 20)
          return 1
        },
        check: (installation) => restoreAndCompare(installation, acknowledged),
      }),
      { database: 'own' },
    )
  },
}

const repositoryOf = ({ folder }: Pick<Installation, 'folder'>) => join(folder, 'backups')

async function uploadFile({ connection, fixtures }: Omit<Installation, 'work'>, number: number) {
  const body = { name: `film-${number}.bin`, asset: fixtures.a.asset._id }
  const file = await send(connection, '/api/files', { method: 'POST', body })
  const path = `/api/files/${String(parse(file)._id)}/content`
  const { status } = await send(connection, path, { method: 'PUT', body: randomBytes(FILE_BYTES) })
  if (status !== 200) throw new Error(`The upload was refused with ${status}`)
}

async function runTimed(
  { env, dataDir, log }: Installation,
  name: string,
  ...words: string[]
): Promise<void> {
  const started = performance.now()
  const { findings, refused } = await runAdmin(words, { ...env, DATA_DIR: dataDir })
  log(`${name}: ${digits((performance.now() - started) / 1000)} s`)
  if (refused ?? findings.length) throw new Error(refused ?? JSON.stringify(findings))
}

async function restoreAndCompare(
  installation: Installation,
  acknowledged: Ledger,
): Promise<FaultFindings> {
  const { folder, env, connection } = installation
  const [first, restored] = [repositoryOf(installation), join(folder, 'restored')]
  await runTimed(installation, 'verify', 'verify', first)
  await runTimed(installation, 'restore', 'restore', first, '--into', restored)
  const ofRestored = { ...installation, dataDir: restored }
  await runTimed(ofRestored, 'backup of what was restored', 'backup', `${first}-2`)
  const summaries = await Promise.all(
    [first, `${first}-2`].map(async (path) => {
      const { tables, objects, sequences } = await openRepository(path).get()
      return JSON.stringify([tables, objects, sequences])
    }),
  )
  const service = await startService({ ...env, DATA_DIR: restored })
  const agent = new Agent({ keepAlive: true })
  try {
    const url = (await findEmbedded(restored))!
    const found = await compare(url, { ...connection, agent, port: service.port }, acknowledged)
    return {
      ...found,
      failed: summaries[0] === summaries[1] ? 0 : 1,
      note: 'restored and compared',
    }
  } finally {
    agent.destroy()
    await service.stop()
  }
}

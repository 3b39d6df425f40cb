// Many small files with `reelay upload`: how many per second, and what each costs in the command, in
// the service and in PostgreSQL.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assets } from '@reelay/api/contract'
import { createClient } from '@reelay/client'
import { readPostmasterPid, type TestService } from '../../api/test/service.ts'
import { runUndisturbed } from '../stress/interrupted-command.ts'
import type { BenchFixtures } from './fixtures.ts'
import { median } from './median.ts'
import { cpuOf, cpuOfTree } from './process-usage.ts'

/** CPU in milliseconds for each file. */
export type SmallFileFigures = {
  files: number
  bytes: number
  perSecond: number
  commandCpu: number
  serviceCpu: number
  databaseCpu: number
}
type Options = {
  dataDir: string
  service: TestService
  filled: BenchFixtures
  files: number
  rounds: number
}

const BYTES = 20_000

export async function measureSmallFiles(options: Options): Promise<SmallFileFigures> {
  const home = await mkdtemp(join(tmpdir(), 'reelay-bench-files-'))
  try {
    const rounds: SmallFileFigures[] = []
    for (let round = 0; round < options.rounds; round++) {
      const folder = join(home, String(round))
      await mkdir(folder)
      for (let index = 0; index < options.files; index++)
        await writeFile(join(folder, `${index}.bin`), randomBytes(BYTES))
      rounds.push(await uploadFolder(options, home, folder, await createAsset(options, round)))
    }
    const of = (key: keyof SmallFileFigures) => median(rounds.map((round) => round[key]))
    return {
      files: options.files,
      bytes: BYTES,
      perSecond: of('perSecond'),
      commandCpu: of('commandCpu'),
      serviceCpu: of('serviceCpu'),
      databaseCpu: of('databaseCpu'),
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Before an upload, the files of its asset are listed, so each round has an asset of its own. */
async function createAsset({ service, filled }: Options, round: number): Promise<string> {
  const client = createClient({ baseUrl: `${service.address}/api`, credential: filled.reader })
  const { project, type } = await client.call(assets.getAsset, { params: { id: filled.asset } })
  const body = { name: `Small files ${round}`, project, type }
  return (await client.call(assets.createAsset, { body }))._id
}

async function uploadFolder(
  { dataDir, service, filled, files }: Options,
  home: string,
  folder: string,
  asset: string,
): Promise<SmallFileFigures> {
  const { email, token } = filled.reader
  const postmaster = await readPostmasterPid(dataDir)
  const readUsage = () => [cpuOf(service.pid), cpuOfTree(postmaster)] as const
  const [serviceBefore, databaseBefore] = readUsage()
  const { code, err, seconds, cpu } = await runUndisturbed(
    ['upload', folder, '--asset', asset, '--json'],
    {
      HOME: home,
      XDG_STATE_HOME: home,
      REELAY_ADDRESS: service.address,
      REELAY_EMAIL: email,
      REELAY_TOKEN: token,
    },
  )
  if (code !== 0) throw new Error(`reelay upload failed: ${err}`)
  const [serviceAfter, databaseAfter] = readUsage()
  return {
    files,
    bytes: BYTES,
    perSecond: files / seconds,
    commandCpu: (1000 * cpu) / files,
    serviceCpu: (serviceAfter - serviceBefore) / 1000 / files,
    databaseCpu: (databaseAfter - databaseBefore) / 1000 / files,
  }
}

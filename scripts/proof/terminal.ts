// npm run proof:terminal [-- --files 2000 --size 2048]: so many small files and one of so many MiB,
// by the terminal program, killed and given again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../api/src/kernel/db/embedded.ts'
import type { Ended } from './broken-off.ts'
import { proveKills, type Brought, type Proof } from './kills.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    size: { type: 'string', default: '2048' },
    json: { type: 'boolean', default: false },
  },
})
const home = await mkdtemp(join(tmpdir(), 'reelay-proof-'))
const database = await startEmbedded({ dataDir: join(home, 'database'), log: () => {} })
try {
  const env = { DATA_DIR: join(home, 'data'), DATABASE_URL: database.url }
  const proof = await proveKills({
    env,
    home,
    count: Number(values.files),
    size: Number(values.size) * 1024 * 1024,
    thorough: true,
    say: (line) => {
      if (!values.json) console.log(line)
    },
  })
  const isProven =
    [proof.small, proof.large].every(
      ({ files, kept, equal, again }) => equal === files && kept === files && again === 0,
    ) && proof.taken.equal
  console.log(values.json ? JSON.stringify({ ...proof, isProven }) : reportOf(proof))
  process.exitCode = isProven ? 0 : 1
} finally {
  await database.stop()
  await rm(home, { recursive: true, force: true })
}

function reportOf({ small, large, taken }: Proof): string {
  return `
Small files
  undisturbed                        ${small.undisturbed!.seconds.toFixed(1)} s, ${(small.files / small.undisturbed!.seconds).toFixed(0)} files/s, ${costOf(small.undisturbed!)}
${broughtOf(small)}
One large file
  undisturbed                        ${paceOf(large.whole, large.undisturbed!)}
${broughtOf(large)}
The large file taken back
  undisturbed                        ${paceOf(taken.whole, taken.undisturbed!)}
  command and service killed         ${taken.ended.seconds.toFixed(1)} s, SHA-256 ${taken.equal ? 'equal' : 'DIFFERS'}`
}

function paceOf(bytes: number, ended: Ended): string {
  return `${ended.seconds.toFixed(1)} s, ${(bytes / 1e6 / ended.seconds).toFixed(0)} MB/s, ${costOf(ended)}`
}

function costOf({ cpu, peak }: Ended): string {
  return `${cpu.toFixed(1)} s of the processor and ${peak} MB of memory`
}

function broughtOf({ files, kept, equal, whole, sent, again, calls, ended }: Brought): string {
  return `  command and service killed         ${ended.seconds.toFixed(1)} s, ${calls} calls, ${costOf(ended)}
  registered, SHA-256 equal          ${kept} of ${files}, ${equal}
  bytes of files, and sent           ${whole}, ${sent}
  acknowledged bytes sent again      ${again}`
}

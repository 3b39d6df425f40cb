// npm run stress:cli [-- --files 2000 --size 2048]: transfers so many small files and one of so
// many MiB with the CLI, killed and restarted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../api/src/kernel/db/embedded.ts'
import type { CommandRun } from './interrupted-command.ts'
import { stressCli, type UploadOutcome, type StressResult } from './cli-transfers.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    size: { type: 'string', default: '2048' },
    json: { type: 'boolean', default: false },
  },
})
const home = await mkdtemp(join(tmpdir(), 'reelay-stress-'))
const database = await startEmbedded({ dataDir: join(home, 'database'), log: () => {} })
try {
  const env = { DATA_DIR: join(home, 'data'), DATABASE_URL: database.url }
  const result = await stressCli({
    env,
    home,
    count: Number(values.files),
    size: Number(values.size) * 1024 * 1024,
    isThorough: true,
    log: (line) => {
      if (!values.json) console.log(line)
    },
  })
  const isSuccess =
    [result.small, result.large].every(
      ({ files, registered, equal, resent }) =>
        equal === files && registered === files && resent === 0,
    ) && result.download.equal
  console.log(values.json ? JSON.stringify({ ...result, isSuccess }) : formatResult(result))
  process.exitCode = isSuccess ? 0 : 1
} finally {
  await database.stop()
  await rm(home, { recursive: true, force: true })
}

function formatResult({ small, large, download }: StressResult): string {
  return `
Small files
  undisturbed                        ${fileRateLine(small.files, small.undisturbed!)}
${uploadLines(small)}
One large file
  undisturbed                        ${rateLine(large.totalBytes, large.undisturbed!)}
${uploadLines(large)}
The large file downloaded
  undisturbed                        ${rateLine(download.totalBytes, download.undisturbed!)}
  command and service killed         ${download.run.seconds.toFixed(1)} s, SHA-256 ${download.equal ? 'equal' : 'DIFFERS'}`
}

function fileRateLine(files: number, run: CommandRun): string {
  const { seconds } = run
  return `${seconds.toFixed(1)} s, ${(files / seconds).toFixed(0)} files/s, ${usageOf(run)}`
}

function rateLine(bytes: number, run: CommandRun): string {
  return `${run.seconds.toFixed(1)} s, ${(bytes / 1e6 / run.seconds).toFixed(0)} MB/s, ${usageOf(run)}`
}

function usageOf({ cpu, peak }: CommandRun): string {
  return `${cpu.toFixed(1)} s of CPU and ${peak} MB of memory`
}

function uploadLines({
  files,
  registered,
  equal,
  totalBytes,
  sent,
  resent,
  requests,
  run,
}: UploadOutcome): string {
  return `  command and service killed         ${run.seconds.toFixed(1)} s, ${requests} requests, ${usageOf(run)}
  registered, SHA-256 equal          ${registered} of ${files}, ${equal}
  bytes of files, and sent           ${totalBytes}, ${sent}
  confirmed bytes sent again          ${resent}`
}

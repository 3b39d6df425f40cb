import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { fault, fine, warning, type DoctorFinding } from '../finding.ts'
import { fontFiles } from '../../media/fonts/font-files.ts'
import { TYPEFACES } from '../../media/fonts/typefaces.ts'
import { detectSandbox, startChild } from '../../media/sandbox/sandbox.ts'

const GIB = 1024 ** 3

export async function checkDisk(dataDir: string): Promise<DoctorFinding[]> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const [free, share] = [bavail * bsize, Math.round((100 * bavail) / blocks)]
  const says = `${(free / GIB).toFixed(1)} GiB (${share} %) are free in ${dataDir}.`
  const secret = await stat(join(dataDir, 'postgres.secret')).catch(() => undefined)
  return [
    free < GIB
      ? fault(
          'disk',
          says,
          'Make room now: when it is full, nothing is taken in and PostgreSQL stops.',
        )
      : share < 10
        ? warning('disk', says, 'Make room, or give it a larger disk.')
        : fine('disk', says),
    ...(secret && secret.mode & 0o077
      ? [
          fault(
            'disk',
            `Others on this machine can read ${join(dataDir, 'postgres.secret')}.`,
            `chmod 600 ${join(dataDir, 'postgres.secret')}`,
          ),
        ]
      : []),
  ]
}

/** Loaded in a child, as a film would be. */
export async function checkCodecs(): Promise<DoctorFinding[]> {
  const child = startChild({ layers: [], command: [], uid: null }, ['ignore', 'ignore', 'ignore'])
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0)
    return [
      fault(
        'codecs',
        'The codecs (FFmpeg, in node-av) cannot be loaded: no film is probed or shown.',
        'Install again with npm ci on this machine.',
      ),
    ]
  const { layers: names } = await detectSandbox()
  return [
    names.length
      ? fine('codecs', `They load, behind these walls: ${names.join(', ')}.`)
      : warning(
          'codecs',
          'They load, but no wall stands around them.',
          'Install util-linux (unshare, setpriv, prlimit).',
        ),
  ]
}

export async function checkFonts(): Promise<DoctorFinding[]> {
  const gone = [...new Set(TYPEFACES.flatMap(fontFiles))].filter((path) => !existsSync(path))
  return [
    gone.length
      ? fault('fonts', `Not there: ${gone.join(', ')}`, 'Install again with npm ci.')
      : fine('fonts', `For all ${TYPEFACES.length} scripts.`),
  ]
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const PATIENCE_MS = 5_000

export async function checkAddress(publicUrl: string): Promise<DoctorFinding[]> {
  const { protocol, hostname } = new URL(publicUrl)
  const answers = await fetch(`${publicUrl}/healthz`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    async (answer) => ((await answer.json()) as { alive?: boolean }).alive === true,
    () => false,
  )
  return [
    answers
      ? fine('address', `${publicUrl} answers.`)
      : warning(
          'address',
          `${publicUrl} does not answer from here.`,
          'Is the service running, and is PUBLIC_URL the address by which people reach it?',
        ),
    ...(LOOPBACK.test(hostname)
      ? [
          warning(
            'address',
            'Only this machine can open the links in mail.',
            'Set PUBLIC_URL to the address by which people reach the service.',
          ),
        ]
      : protocol === 'http:'
        ? [
            fault(
              'address',
              `Passwords travel to ${hostname} without encryption.`,
              'Put a proxy with TLS in front, and set PUBLIC_URL to its https address.',
            ),
          ]
        : []),
  ]
}

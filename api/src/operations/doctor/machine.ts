import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { errorFinding, okFinding, warningFinding, type DoctorFinding } from '../finding.ts'
import { describeCodecs, type CodecReport } from '@reelay/media/codecs'
import { createMediaEngine } from '@reelay/media'
import { fontFiles } from '@reelay/fonts/files'
import { TYPEFACES } from '@reelay/fonts'

const GIB = 1024 ** 3

export async function checkDisk(dataDir: string): Promise<DoctorFinding[]> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const [free, share] = [bavail * bsize, Math.round((100 * bavail) / blocks)]
  const message = `${(free / GIB).toFixed(1)} GiB (${share} %) are free in ${dataDir}.`
  const secret = await stat(join(dataDir, 'postgres.secret')).catch(() => undefined)
  return [
    free < GIB
      ? errorFinding(
          'disk',
          message,
          'Free space now: on a full disk uploads fail and PostgreSQL stops.',
        )
      : share < 10
        ? warningFinding('disk', message, 'Free some space, or use a larger disk.')
        : okFinding('disk', message),
    ...(secret && secret.mode & 0o077
      ? [
          errorFinding(
            'disk',
            `Other users of this machine can read ${join(dataDir, 'postgres.secret')}.`,
            `chmod 600 ${join(dataDir, 'postgres.secret')}`,
          ),
        ]
      : []),
  ]
}

type MediaOptions = { allowUnsandboxed: boolean; binding?: string | undefined }

/** Starts the media process, as for a film. */
export async function checkCodecs(options: MediaOptions): Promise<DoctorFinding[]> {
  const { binding } = options
  const codecs = await describeCodecs(binding).catch((error: Error) => error.message)
  if (typeof codecs === 'string')
    return [
      errorFinding(
        'codecs',
        `The codecs (FFmpeg in node-av) cannot be loaded, so no media is processed: ${codecs}`,
        binding
          ? `Build ${binding} again for this machine, or remove MEDIA_ENGINE.`
          : 'Run npm ci on this machine.',
      ),
    ]
  return [...(await checkIsolation(options)), findEngine(codecs, binding)]
}

function findEngine(
  { version, license, encodesH264 }: CodecReport,
  binding = 'the npm package node-av',
): DoctorFinding {
  const message = `FFmpeg ${version} of ${binding}, under the ${license}.`
  return encodesH264
    ? okFinding('codecs', message)
    : warningFinding(
        'codecs',
        `${message} It has no libx264, so films are not encoded.`,
        'Previews exist only of films that browsers play as they are. See docs/run/supply-chain.md.',
      )
}

async function checkIsolation(options: MediaOptions): Promise<DoctorFinding[]> {
  const { layers, isolated, refusal } = await createMediaEngine(options).sandbox()
  const active = layers || 'none'
  return [
    isolated
      ? okFinding('codecs', `The codecs run in a sandbox: ${active}.`)
      : refusal
        ? errorFinding('codecs', `No media is processed. Sandbox layers: ${active}.`, refusal)
        : warningFinding(
            'codecs',
            `The codecs run without isolation. Sandbox layers: ${active}.`,
            'Use Linux with Landlock, and remove ALLOW_UNSANDBOXED_MEDIA.',
          ),
  ]
}

export async function checkFonts(): Promise<DoctorFinding[]> {
  const missing = [...new Set(TYPEFACES.flatMap(fontFiles))].filter((path) => !existsSync(path))
  return [
    missing.length
      ? errorFinding('fonts', `Missing: ${missing.join(', ')}`, 'Run npm ci.')
      : okFinding('fonts', `Fonts for all ${TYPEFACES.length} typefaces are installed.`),
  ]
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const TIMEOUT_MS = 5_000

export async function checkAddress(publicUrl: string): Promise<DoctorFinding[]> {
  const { protocol, hostname } = new URL(publicUrl)
  const responds = await fetch(`${publicUrl}/healthz`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (response) => ((await response.json()) as { alive?: boolean }).alive === true,
    () => false,
  )
  return [
    responds
      ? okFinding('address', `${publicUrl} responds.`)
      : warningFinding(
          'address',
          `${publicUrl} does not respond from here.`,
          'Check that the service is running and that PUBLIC_URL is its public address.',
        ),
    ...(LOOPBACK.test(hostname)
      ? [
          warningFinding(
            'address',
            'Links in emails only work on this machine.',
            'Set PUBLIC_URL to the public address of the service.',
          ),
        ]
      : protocol === 'http:'
        ? [
            errorFinding(
              'address',
              `Passwords are sent to ${hostname} unencrypted.`,
              'Use a TLS proxy, and set PUBLIC_URL to its https address.',
            ),
          ]
        : []),
  ]
}

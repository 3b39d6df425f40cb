// Which FFmpeg is used, and under which license. The npm package of node-av contains one under the
// GPL; MEDIA_ENGINE names another build.
import { text } from 'node:stream/consumers'
import { NO_SANDBOX, startChild } from '@reelay/sandbox'
import { codecProgram } from './programs.ts'

/** What the program describe-codecs.ts prints. */
export type LoadedCodecs = { version: string; configuration: string; encodesH264: boolean }
export type CodecReport = { version: string; license: string; encodesH264: boolean }

/** Throws with the reason of the loader if the codecs cannot be loaded. */
export async function describeCodecs(binding?: string): Promise<CodecReport> {
  const program = codecProgram('describe-codecs', binding)
  const child = startChild(NO_SANDBOX, program, ['ignore', 'pipe', 'pipe'])
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!)])
  if (!output) throw new Error(reasonOf(errors))
  const { version, configuration, encodesH264 } = JSON.parse(output) as LoadedCodecs
  return { version, license: licenseOf(configuration), encodesH264 }
}

/** The loader of node-av repeats the reason of the system after its own words. */
const reasonOf = (errors: string): string =>
  /loading failed: (?:Error: )?(.+)/.exec(errors)?.[1] ??
  errors.split('\n').find((line) => line.includes('Error')) ??
  'The process ended without a message'

/** As FFmpeg derives it from its configuration (avutil_license). */
export function licenseOf(configuration: string): string {
  const has = (option: string) => configuration.split(/\s+/).includes(option)
  if (has('--enable-nonfree')) return 'nonfree and unredistributable'
  const name = has('--enable-gpl') ? 'GPL' : 'LGPL'
  if (has('--enable-version3')) return `${name} version 3 or later`
  return `${name} version ${name === 'GPL' ? '2' : '2.1'} or later`
}

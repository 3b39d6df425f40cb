import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { lines, translations } from '@reelay/api/contract'
import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import type { Client } from '../../client.ts'
import { CliError } from '../../output/exit-codes.ts'
import { printDetails, printJson } from '../../output/print.ts'
import { findTranslationId } from './find-translation.ts'

type ExportOptions = {
  translation: string
  file?: string
  format?: FormatName
  of?: 'text' | 'source'
  graphics?: boolean
}

export async function exportLines(
  client: Client,
  { translation, file = '-', format = formatOf(file), of, graphics }: ExportOptions,
): Promise<void> {
  const id = await findTranslationId(client, translation, graphics)
  const bytes = await client.call(translations.translationLines.export, {
    params: { id },
    query: { format, ...(of && { of }) },
  })
  if (file === '-') process.stdout.write(bytes)
  else await writeFile(file, bytes)
}

type ImportOptions = ExportOptions & { file: string; dryRun?: boolean; json?: boolean } & Pick<
    lines.Importing,
    'into' | 'times' | 'left'
  >

export async function importLines(
  client: Client,
  {
    translation,
    file,
    format = formatOf(file),
    graphics,
    dryRun,
    json,
    into,
    times,
    left,
  }: ImportOptions,
): Promise<void> {
  const bytes =
    file === '-'
      ? await buffer(process.stdin)
      : await readFile(file).catch((error: Error) => {
          throw new CliError('usage', `${file} cannot be read: ${error.message}`)
        })
  const id = await findTranslationId(client, translation, graphics)
  const query = {
    format,
    ...(into && { into }),
    ...(times && { times }),
    ...(left && { left }),
    ...(dryRun && { dry: 'true' as const }),
  }
  const done = await client.call(translations.translationLines.import, {
    params: { id },
    query,
    body: bytes,
  })
  if (json) return printJson(done)
  printDetails([
    ['Translation', id],
    ['Read', done.read],
    ['Matched', done.matched],
    ['Changed', done.changed],
    ['New', done.added.length],
    ['Without a match', done.left.length],
    ['Revision', dryRun ? 'nothing was changed' : done.revision],
  ])
}

/** By the end of the file's name. Several formats are XML, so that alone does not tell. */
function formatOf(file: string): FormatName {
  const ending = extname(file).slice(1).toLowerCase()
  const found = FORMAT_NAMES.find((name) => name === ending)
  if (!found)
    throw new CliError('usage', `Say which format it is: --format ${FORMAT_NAMES.join(', ')}`)
  return found
}

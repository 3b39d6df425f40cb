import { extname } from 'node:path'
import { scripts, translations, type lines } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { CliError } from '../../output/exit-codes.ts'
import { printDetails, printJson, type Detail } from '../../output/print.ts'
import { readInput, writeOutput } from '../../resources/input/bytes.ts'
import { findTranslationId } from './find-translation.ts'

type ExportOptions = {
  translation: string
  file?: string
  format?: FormatName
  of?: 'text' | 'source'
  offset?: string
  graphics?: boolean
}

export async function exportLines(
  client: Client,
  { translation, file = '-', format = formatOf(file), of, offset, graphics }: ExportOptions,
): Promise<void> {
  const id = await findTranslationId(client, translation, graphics)
  const bytes = await client.call(translations.translationLines.export, {
    params: { id },
    query: { format, ...(of && { of }), ...(offset && { offset }) },
  })
  await writeOutput(file, bytes)
}

type ScriptOptions = { script: string; file?: string; format?: FormatName }

export async function exportScript(
  { call }: Client,
  { script: id, file = '-', format = formatOf(file) }: ScriptOptions,
): Promise<void> {
  const input = { params: { id }, query: { format } }
  await writeOutput(file, await call(scripts.scriptLines.export, input))
}

type ImportScriptOptions = ScriptOptions & { file: string; dryRun?: boolean; json?: boolean }

export async function importScript(
  { call }: Client,
  { script: id, file, format = formatOf(file), dryRun, json }: ImportScriptOptions,
): Promise<void> {
  const result = await call(scripts.scriptLines.import, {
    params: { id },
    query: { format, ...(dryRun && { dry: 'true' as const }) },
    body: await readInput(file),
  })
  if (json) printJson(result)
  else printImport(['Script', id], result, dryRun)
}

type ImportOptions = Omit<ExportOptions, 'of'> & {
  file: string
  dryRun?: boolean
  json?: boolean
  unmatched?: lines.ImportOptions['left']
} & Pick<lines.ImportOptions, 'into' | 'times'>

export async function importLines(client: Client, options: ImportOptions): Promise<void> {
  const { translation, file, graphics, dryRun, json, into, times, unmatched, offset } = options
  const { format = formatOf(file) } = options
  const bytes = await readInput(file)
  const id = await findTranslationId(client, translation, graphics)
  const query = {
    format,
    ...(into && { into }),
    ...(times && { times }),
    ...(unmatched && { left: unmatched }),
    ...(offset && { offset }),
    ...(dryRun && { dry: 'true' as const }),
  }
  const result = await client.call(translations.translationLines.import, {
    params: { id },
    query,
    body: bytes,
  })
  if (json) printJson(result)
  else printImport(['Translation', id], result, dryRun)
}

function printImport(target: Detail, result: lines.ImportResult, dryRun: boolean | undefined) {
  printDetails([
    target,
    ['Lines read', result.read],
    ['Matched', result.matched],
    ['Changed', result.changed],
    ['Added', result.added.length],
    ['Unmatched', result.left.length],
    ['Revision', dryRun ? 'unchanged (dry run)' : result.revision],
  ])
  printWarnings(result.warnings, dryRun)
}

/** On stderr, because the details are the output. */
function printWarnings(warnings: readonly lines.ImportWarning[], dryRun: boolean | undefined) {
  if (warnings.length === 0) return
  console.error(dryRun ? '\nThe import would drop or repair:' : '\nDropped or repaired:')
  for (const { cue, lost } of warnings)
    console.error(cue === null ? `  File: ${lost}` : `  Cue ${cue}: ${lost}`)
}

/** By the file extension. Several formats are XML, so `.xml` alone is not enough. */
function formatOf(file: string): FormatName {
  const extension = extname(file).slice(1).toLowerCase()
  const found = FORMAT_NAMES.find((name) => name === extension)
  if (!found) throw new CliError('usage', `Name the format: --format ${FORMAT_NAMES.join(', ')}`)
  return found
}

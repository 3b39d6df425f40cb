import { scripts, translations, type lines, type studios } from '@reelay/api/contract'
import type { Client } from '@reelay/client'
import { DELIVERY_TITLES, type CueVariant, type DeliveryName } from '@reelay/subtitles/delivery'
import {
  FORMAT_EXTENSIONS,
  FORMAT_NAMES,
  READABLE_FORMAT_NAMES,
  detectFormat,
  type FormatName,
  type ReadableFormatName,
} from '@reelay/subtitles/formats'
import { CliError } from '../../output/exit-codes.ts'
import { printDetails, printJson, type Detail } from '../../output/print.ts'
import { readInput, writeOutput } from '../../resources/input/bytes.ts'
import { findTranslationId } from './find-translation.ts'
import { listQuery } from './lists.ts'

type ExportOptions = {
  translation: string
  file?: string
  format?: FormatName
  delivery?: DeliveryName
  use?: studios.DeliveryUse
  variant?: CueVariant
  list?: lines.LineList
  of?: 'text' | 'source'
  offset?: string
  graphics?: boolean
  dryRun?: boolean
}

export async function exportLines(
  client: Client,
  { translation, file = '-', format, of, offset, variant, ...more }: ExportOptions,
): Promise<void> {
  if ([format, more.delivery, more.use].filter(Boolean).length > 1)
    throw new CliError('usage', 'Give only one of --format, --delivery and --use.')
  const id = await findTranslationId(client, translation, more.graphics)
  if (more.list) {
    const query = {
      ...listQuery({ list: more.list, file, format }),
      ...(of && { of }),
      ...(offset && { offset }),
    }
    const bytes = await client.call(translations.translationLines.exportList, {
      params: { id },
      query,
    })
    return writeOutput(file, bytes)
  }
  const delivery = more.delivery ?? (more.use && (await findDelivery(client, id, more.use)))
  const input = {
    params: { id },
    query: {
      ...(delivery ? { delivery } : { format: format ?? outputFormat(file) }),
      ...(of && { of }),
      ...(variant && { variant }),
      ...(offset && { offset }),
    },
  }
  const { warnings, errors } = await client.call(translations.translationLines.checkExport, input)
  if (more.dryRun) {
    printLosses('The export would drop:', warnings)
    printLosses(
      'These lines cannot be written:',
      errors.map(({ cue, message }) => ({ cue, lost: message })),
    )
    return
  }
  await writeOutput(file, await client.call(translations.translationLines.export, input))
  printLosses('Dropped:', warnings)
}

/** The profile of the studio for this use, or the usual one. */
async function findDelivery(
  { call }: Client,
  id: string,
  use: studios.DeliveryUse,
): Promise<DeliveryName> {
  const all = await call(translations.listTranslationDeliveries, { params: { id } })
  const found = all.find((one) => one.use === use)
  if (!found)
    throw new CliError(
      'usage',
      `${use} was not ordered. Ordered: ${all.map((one) => one.use).join(', ') || 'no use'}.`,
    )
  console.error(`Delivery profile: ${DELIVERY_TITLES[found.profile].title}`)
  return found.profile
}

type ScriptOptions = { script: string; file?: string; format?: FormatName; list?: lines.LineList }

export async function exportScript(
  { call }: Client,
  { script: id, file = '-', format, list }: ScriptOptions,
): Promise<void> {
  const params = { id }
  const bytes = list
    ? await call(scripts.scriptLines.exportList, {
        params,
        query: listQuery({ list, file, format }),
      })
    : await call(scripts.scriptLines.export, {
        params,
        query: { format: format ?? outputFormat(file) },
      })
  await writeOutput(file, bytes)
}

type ImportScriptOptions = {
  script: string
  file: string
  format?: ReadableFormatName
  mode?: lines.ImportMode
  dryRun?: boolean
  strict?: boolean
  json?: boolean
}

export async function importScript(
  { call }: Client,
  { script: id, file, format, mode, dryRun, strict, json }: ImportScriptOptions,
): Promise<void> {
  const bytes = await readInput(file)
  const result = await call(scripts.scriptLines.import, {
    params: { id },
    query: {
      format: format ?? inputFormat(file, bytes),
      ...(mode && { mode }),
      ...(dryRun && { dry: 'true' as const }),
      ...(strict && { strict: 'true' as const }),
    },
    body: bytes,
  })
  if (json) printJson(result)
  else printImport(['Script', id], result, dryRun)
}

type ImportOptions = Omit<
  ExportOptions,
  'of' | 'format' | 'delivery' | 'use' | 'variant' | 'list' | 'dryRun'
> & {
  file: string
  format?: ReadableFormatName
  dryRun?: boolean
  strict?: boolean
  json?: boolean
} & Pick<lines.ImportOptions, 'into' | 'times' | 'mode'>

export async function importLines(client: Client, options: ImportOptions): Promise<void> {
  const { translation, file, graphics, dryRun, strict, json, into, times, mode, offset } = options
  const bytes = await readInput(file)
  const { format = inputFormat(file, bytes) } = options
  const id = await findTranslationId(client, translation, graphics)
  const query = {
    format,
    ...(into && { into }),
    ...(times && { times }),
    ...(mode && { mode }),
    ...(offset && { offset }),
    ...(dryRun && { dry: 'true' as const }),
    ...(strict && { strict: 'true' as const }),
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
    ['Removed', result.removed],
    ['Lines after the import', result.lines],
    ['Revision', dryRun ? 'unchanged (dry run)' : result.revision],
  ])
  printLosses(
    dryRun ? 'The import would drop or repair:' : 'Dropped or repaired:',
    result.warnings.map(describeImportWarning),
  )
}

/** With the place in the file, and the cue that people look for in it. */
function describeImportWarning({ lost, line, column, startTime, text, cue }: lines.ImportWarning) {
  const place = line === null ? '' : `line ${line}, column ${column}: `
  const context = startTime === null ? '' : ` (${startTime} ${shorten(text ?? '')})`
  return { cue, lost: `${place}${lost}${context}` }
}

const MAX_TEXT = 60
function shorten(text: string): string {
  const row = text.replaceAll('\n', ' / ')
  return row.length > MAX_TEXT ? `${row.slice(0, MAX_TEXT)}…` : row
}

/** On stderr, because the file or the details are the output. */
function printLosses(title: string, warnings: readonly lines.ExportWarning[]) {
  if (warnings.length === 0) return
  console.error(`\n${title}`)
  for (const { cue, lost } of warnings)
    console.error(cue === null ? `  File: ${lost}` : `  Cue ${cue}: ${lost}`)
}

function inputFormat(file: string, bytes: Uint8Array): ReadableFormatName {
  return detectFormat(file, bytes) ?? unknownFormat(READABLE_FORMAT_NAMES)
}

/** By the file extension. Several formats are XML, so `.xml` alone is not enough. */
function outputFormat(file: string): FormatName {
  const extension = file.split('.').at(-1)!.toLowerCase()
  const format = FORMAT_NAMES.find((name) => FORMAT_EXTENSIONS[name].includes(extension))
  return format === undefined || extension === 'xml' ? unknownFormat(FORMAT_NAMES) : format
}

function unknownFormat(names: readonly string[]): never {
  throw new CliError('usage', `Name the format: --format ${names.join(', ')}`)
}

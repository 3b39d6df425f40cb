import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Accept } from '../../kernel/http/serve.ts'
import { conflict, invalid, type FieldError } from '../../kernel/http/contract/problem.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { LineEdit, LineChange, NewLine, LineInput } from '../contract.ts'
import {
  findVersion,
  getLine,
  findLines,
  loadLines,
  lockTextTrack,
  findVersions,
  type ResolveTextTrack,
} from '../queries/lines.ts'
import { planEdit } from '../rules/edits.ts'
import { validateLine, validateLines } from '../rules/validate.ts'
import { toDraft, presentLine, type LineDraft, type StoredLine } from '../rules/line.ts'
import { mergeLine, planRewrite } from '../rules/merge-changes.ts'
import { saveLines } from './save.ts'

type TextTrackInput = { holder: ResolveTextTrack; id: string; by: Caller }
export type StoredEditResult = {
  revision: number
  lines: { line: StoredLine; index: number }[]
  removed: string[]
}

/**
 * Held while it is written to, and asked again once it is held: somebody may have handed it in
 * meanwhile.
 */
export async function openTextTrack(tx: Tx, { holder, id, by }: TextTrackInput): Promise<string> {
  await lockTextTrack(tx, (await holder(tx, viewerOf(by), id)).sheet)
  const { sheet, closed } = await holder(tx, viewerOf(by), id)
  if (closed) throw closed
  return sheet
}

export async function putLines(
  tx: Tx,
  { lines, accept, ...asked }: TextTrackInput & { lines: NewLine[]; accept: Accept },
): Promise<StoredLine[]> {
  const sheet = await openTextTrack(tx, asked)
  const current = await loadLines(tx, sheet)
  accept(current)
  rejectInvalid(validateLines(lines))
  rejectOutdated(lines, current)
  await saveLines(tx, { sheet, ...planRewrite(current, lines), by: asked.by._id, deed: 'written' })
  return loadLines(tx, sheet)
}

export async function addLine(tx: Tx, { line, ...asked }: TextTrackInput & { line: LineInput }) {
  const sheet = await openTextTrack(tx, asked)
  rejectInvalid(validateLine(line))
  const { ids } = await saveLines(tx, {
    sheet,
    put: [toDraft(line)],
    by: asked.by._id,
    deed: 'added',
  })
  return getLine(tx, sheet, ids[0]!)
}

/**
 * Two who change the same line at once both keep what they wrote, or the second is shown what the
 * first did.
 */
export async function changeLine(
  tx: Tx,
  {
    line: id,
    body,
    accept,
    ...asked
  }: TextTrackInput & { line: string; body: LineChange; accept: Accept },
) {
  const sheet = await openTextTrack(tx, asked)
  const { line: now, index } = await getLine(tx, sheet, id)
  accept({ line: now, index })
  const base =
    body.version === undefined || body.version === now.version
      ? now
      : await findVersion(tx, id, body.version)
  if (!base)
    throw invalid('line.version-unknown', `This line has no version ${body.version}.`, [
      { pointer: '/version', message: 'is unknown' },
    ])
  const overlaid = mergeLine(base, now, applyChange(base, body))
  if (!overlaid.ok) {
    throw conflict(
      'line.changed',
      `Somebody changed ${overlaid.fields.join(' and ')} of this line since you read it.`,
      { fields: overlaid.fields, line: presentLine(now, index) },
    )
  }
  await saveLines(tx, {
    sheet,
    put: JSON.stringify(overlaid.draft) === JSON.stringify(now) ? [] : [overlaid.draft],
    by: asked.by._id,
    deed: 'changed',
  })
  return getLine(tx, sheet, id)
}

/** What is not said stays as it was; a text written anew says anew where it comes from. */
function applyChange(
  base: StoredLine,
  { version: _version, number: _number, _id, ...body }: LineChange,
  at = '',
): LineDraft {
  const { _id: id, number: _place, version: _count, ...shown } = presentLine(base, 0)
  const { auto, custom, machine, ...rest } = shown
  const whole = {
    ...rest,
    ...(body.text === undefined || body.text === base.text ? { auto, custom, machine } : {}),
    ...body,
  }
  rejectInvalid(validateLine(whole, at))
  return { ...toDraft(whole, base), _id: id }
}

export async function removeLine(
  tx: Tx,
  { line: id, accept, ...asked }: TextTrackInput & { line: string; accept: Accept },
) {
  const sheet = await openTextTrack(tx, asked)
  accept(await getLine(tx, sheet, id))
  await saveLines(tx, { sheet, put: [], gone: [id], by: asked.by._id, deed: 'removed' })
  return { _id: id, removed: true as const }
}

export async function editLines(
  tx: Tx,
  { edit: wanted, ...asked }: TextTrackInput & { edit: LineEdit },
): Promise<StoredEditResult> {
  const sheet = await openTextTrack(tx, asked)
  if (wanted.kind === 'write')
    return writeLines(tx, { sheet, lines: wanted.lines, by: asked.by._id })
  const current = await loadLines(tx, sheet)
  if ('version' in wanted && wanted.version !== undefined)
    rejectOutdated([{ _id: wanted.line, version: wanted.version }], current)
  const edited = planEdit(current, wanted)
  if (!edited.ok) throw conflict('edit.refused', edited.why)
  return saveEdit(tx, {
    sheet,
    put: edited.put,
    gone: edited.gone,
    by: asked.by._id,
    deed: edited.deed,
  })
}

type LineWrites = Extract<LineEdit, { kind: 'write' }>['lines']

/**
 * Each as `changeLine` does it. Who is refused is told of every line that stands in the way, with
 * what it reads now.
 */
async function writeLines(
  tx: Tx,
  { sheet, lines, by }: { sheet: string; lines: LineWrites; by: string },
): Promise<StoredEditResult> {
  rejectDuplicates(lines)
  const now = new Map(
    (
      await findLines(
        tx,
        sheet,
        lines.map(({ _id }) => _id),
      )
    ).map((named) => [named.line._id, named]),
  )
  const versions = await findVersions(
    tx,
    sheet,
    lines.flatMap(({ _id, version }) => (version === undefined ? [] : [{ _id, version }])),
  )
  const removed = lines.filter(({ _id }) => !now.has(_id)).map(({ _id }) => _id)
  const laid = lines.flatMap((body, at) => {
    const there = now.get(body._id)
    if (!there) return []
    const base =
      body.version === undefined ? there.line : versions.get(`${body._id} ${body.version}`)
    if (!base)
      throw invalid('line.version-unknown', `This line has no version ${body.version}.`, [
        { pointer: `/lines/${at}/version`, message: 'is unknown' },
      ])
    return [
      { there, overlaid: mergeLine(base, there.line, applyChange(base, body, `/lines/${at}`)) },
    ]
  })
  const conflicts = laid.flatMap(({ there, overlaid }) =>
    overlaid.ok ? [] : [{ fields: overlaid.fields, line: presentLine(there.line, there.index) }],
  )
  const inTheWay = conflicts.length + removed.length
  if (inTheWay)
    throw conflict(
      'line.changed',
      `Somebody changed ${inTheWay === 1 ? 'a line' : `${inTheWay} lines`} since you read ${inTheWay === 1 ? 'it' : 'them'}.`,
      { conflicts, removed },
    )
  const put = laid.flatMap(({ there, overlaid }) =>
    overlaid.ok && JSON.stringify(overlaid.draft) !== JSON.stringify(there.line)
      ? [overlaid.draft]
      : [],
  )
  const { revision } = await saveLines(tx, { sheet, put, by, deed: 'changed' })
  return {
    revision,
    lines: await findLines(
      tx,
      sheet,
      lines.map(({ _id }) => _id),
    ),
    removed: [],
  }
}

function rejectDuplicates(lines: LineWrites) {
  const twice = lines.findIndex(({ _id }, at) => lines.findIndex((other) => other._id === _id) < at)
  if (twice >= 0)
    throw invalid('lines.invalid', 'A line is given twice.', [
      { pointer: `/lines/${twice}/_id`, message: 'is given twice' },
    ])
}

/** Saves, and tells what is another now. */
export async function saveEdit(
  tx: Tx,
  change: Parameters<typeof saveLines>[1],
): Promise<StoredEditResult> {
  const { revision, ids } = await saveLines(tx, change)
  const saved = new Set(ids)
  const lines = (await loadLines(tx, change.sheet)).flatMap((line, index) =>
    saved.has(line._id) ? [{ line, index }] : [],
  )
  return { revision, lines, removed: [...(change.gone ?? [])] }
}

function rejectInvalid(errors: FieldError[]) {
  const [first] = errors
  if (!first) return
  const [, number, field] = /^(?:\/lines)?\/(?:(\d+)\/)?(.*)$/.exec(first.pointer)!
  throw invalid(
    'lines.invalid',
    `${number === undefined ? `The ${field}` : `Line ${Number(number) + 1}`} ${first.message}.`,
    errors.slice(0, 100),
  )
}

/** Lines that say which version of themselves they were made from must be that still. */
function rejectOutdated(
  lines: readonly { _id?: string; version?: number }[],
  current: readonly StoredLine[],
) {
  const versions = new Map(current.map(({ _id, version }) => [_id, version]))
  const older = lines.flatMap(({ _id, version }, index) =>
    _id && version !== undefined && versions.has(_id) && versions.get(_id) !== version
      ? [{ pointer: `/${index}/version`, message: `is ${versions.get(_id)} by now` }]
      : [],
  )
  if (older.length)
    throw conflict(
      'line.changed',
      `Somebody changed ${older.length === 1 ? 'a line' : `${older.length} lines`} since you read them.`,
      { errors: older.slice(0, 100) },
    )
}

import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Accept } from '../../kernel/http/serve.ts'
import { conflict, invalid, type Fault } from '../../kernel/http/contract/problem.ts'
import { viewerOf } from '../../access/queries/sight.ts'
import type { Edit, LineChange, NewLine, WrittenLine } from '../contract.ts'
import {
  findVersion,
  getLine,
  linesNamed,
  linesOf,
  lockSheet,
  versionsOf,
  type Holder,
} from '../queries/lines.ts'
import { edit } from '../rules/edits.ts'
import { faultsOfLine, faultsOfLines } from '../rules/faults.ts'
import { draftOf, presentLine, type Draft, type StoredLine } from '../rules/line.ts'
import { overlay, rewrite } from '../rules/writing.ts'
import { saveLines } from './save.ts'

type Asked = { holder: Holder; id: string; by: Caller }
export type Left = {
  revision: number
  lines: { line: StoredLine; index: number }[]
  removed: string[]
}

/**
 * Held while it is written to, and asked again once it is held: somebody may have handed it in
 * meanwhile.
 */
export async function openSheet(tx: Tx, { holder, id, by }: Asked): Promise<string> {
  await lockSheet(tx, (await holder(tx, viewerOf(by), id)).sheet)
  const { sheet, closed } = await holder(tx, viewerOf(by), id)
  if (closed) throw closed
  return sheet
}

export async function putLines(
  tx: Tx,
  { lines, accept, ...asked }: Asked & { lines: NewLine[]; accept: Accept },
): Promise<StoredLine[]> {
  const sheet = await openSheet(tx, asked)
  const current = await linesOf(tx, sheet)
  accept(current)
  refuseFaults(faultsOfLines(lines))
  refuseOlder(lines, current)
  await saveLines(tx, { sheet, ...rewrite(current, lines), by: asked.by._id, deed: 'written' })
  return linesOf(tx, sheet)
}

export async function addLine(tx: Tx, { line, ...asked }: Asked & { line: WrittenLine }) {
  const sheet = await openSheet(tx, asked)
  refuseFaults(faultsOfLine(line))
  const { ids } = await saveLines(tx, {
    sheet,
    put: [draftOf(line)],
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
  { line: id, body, accept, ...asked }: Asked & { line: string; body: LineChange; accept: Accept },
) {
  const sheet = await openSheet(tx, asked)
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
  const overlaid = overlay(base, now, changed(base, body))
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
function changed(
  base: StoredLine,
  { version: _version, number: _number, _id, ...body }: LineChange,
  at = '',
): Draft {
  const { _id: id, number: _place, version: _count, ...shown } = presentLine(base, 0)
  const { auto, custom, machine, ...rest } = shown
  const whole = {
    ...rest,
    ...(body.text === undefined || body.text === base.text ? { auto, custom, machine } : {}),
    ...body,
  }
  refuseFaults(faultsOfLine(whole, at))
  return { ...draftOf(whole, base), _id: id }
}

export async function removeLine(
  tx: Tx,
  { line: id, accept, ...asked }: Asked & { line: string; accept: Accept },
) {
  const sheet = await openSheet(tx, asked)
  accept(await getLine(tx, sheet, id))
  await saveLines(tx, { sheet, put: [], gone: [id], by: asked.by._id, deed: 'removed' })
  return { _id: id, removed: true as const }
}

export async function editLines(
  tx: Tx,
  { edit: wanted, ...asked }: Asked & { edit: Edit },
): Promise<Left> {
  const sheet = await openSheet(tx, asked)
  if (wanted.kind === 'write')
    return writeLines(tx, { sheet, lines: wanted.lines, by: asked.by._id })
  const current = await linesOf(tx, sheet)
  if ('version' in wanted && wanted.version !== undefined)
    refuseOlder([{ _id: wanted.line, version: wanted.version }], current)
  const edited = edit(current, wanted)
  if (!edited.ok) throw conflict('edit.refused', edited.why)
  return leave(tx, {
    sheet,
    put: edited.put,
    gone: edited.gone,
    by: asked.by._id,
    deed: edited.deed,
  })
}

type Written = Extract<Edit, { kind: 'write' }>['lines']

/**
 * Each as `changeLine` does it. Who is refused is told of every line that stands in the way, with
 * what it reads now.
 */
async function writeLines(
  tx: Tx,
  { sheet, lines, by }: { sheet: string; lines: Written; by: string },
): Promise<Left> {
  refuseTwice(lines)
  const now = new Map(
    (
      await linesNamed(
        tx,
        sheet,
        lines.map(({ _id }) => _id),
      )
    ).map((named) => [named.line._id, named]),
  )
  const versions = await versionsOf(
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
    return [{ there, overlaid: overlay(base, there.line, changed(base, body, `/lines/${at}`)) }]
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
    lines: await linesNamed(
      tx,
      sheet,
      lines.map(({ _id }) => _id),
    ),
    removed: [],
  }
}

function refuseTwice(lines: Written) {
  const twice = lines.findIndex(({ _id }, at) => lines.findIndex((other) => other._id === _id) < at)
  if (twice >= 0)
    throw invalid('lines.invalid', 'A line is given twice.', [
      { pointer: `/lines/${twice}/_id`, message: 'is given twice' },
    ])
}

/** Saves, and tells what is another now. */
export async function leave(tx: Tx, change: Parameters<typeof saveLines>[1]): Promise<Left> {
  const { revision, ids } = await saveLines(tx, change)
  const saved = new Set(ids)
  const lines = (await linesOf(tx, change.sheet)).flatMap((line, index) =>
    saved.has(line._id) ? [{ line, index }] : [],
  )
  return { revision, lines, removed: [...(change.gone ?? [])] }
}

function refuseFaults(errors: Fault[]) {
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
function refuseOlder(
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

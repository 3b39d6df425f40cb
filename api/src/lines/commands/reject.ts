// Validation that needs the stored lines, shared by the commands.
import { conflict, invalid, type FieldError } from '../../kernel/http/contract/problem.ts'
import type { LineChange } from '../contract.ts'
import { presentLine, toDraft, type LineDraft, type StoredLine } from '../rules/line.ts'
import { validateLine } from '../rules/validate.ts'

/** Absent fields stay. A new text resets where the text came from. */
export function applyChange(
  base: StoredLine,
  { version: _version, number: _number, _id, ...body }: LineChange,
  path = '',
): LineDraft {
  const { _id: id, number: _index, version: _current, ...presented } = presentLine(base, 0)
  const { auto, custom, machine, ...rest } = presented
  const isSameText = body.text === undefined || body.text === base.text
  const whole = { ...rest, ...(isSameText ? { auto, custom, machine } : {}), ...body }
  rejectInvalid(validateLine(whole, path))
  return { ...toDraft(whole, base), _id: id }
}

export function rejectInvalid(errors: FieldError[]) {
  const [first] = errors
  if (!first) return
  const [, number, field] = /^(?:\/lines)?\/(?:(\d+)\/)?(.*)$/.exec(first.pointer)!
  const subject = number === undefined ? `The ${field}` : `Line ${Number(number) + 1}`
  throw invalid('lines.invalid', `${subject} ${first.message}.`, errors.slice(0, 100))
}

/** A line that names a version must still be at that version. */
export function rejectOutdated(
  lines: readonly { _id?: string; version?: number }[],
  current: readonly StoredLine[],
) {
  const versions = new Map(current.map(({ _id, version }) => [_id, version]))
  const outdated = lines.flatMap(({ _id, version }, index) =>
    _id && version !== undefined && versions.has(_id) && versions.get(_id) !== version
      ? [{ pointer: `/${index}/version`, message: `is now ${versions.get(_id)}` }]
      : [],
  )
  if (outdated.length === 0) return
  const count = outdated.length === 1 ? 'a line' : `${outdated.length} lines`
  throw conflict('line.changed', `Somebody changed ${count} since you read them.`, {
    errors: outdated.slice(0, 100),
  })
}

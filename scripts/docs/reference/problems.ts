// docs/reference/problems.md
import { STATUS_CODES } from 'node:http'
import type { Call } from './calls.ts'
import { everyCode } from './codes.ts'
import { anchor, code, page, table } from './markdown.ts'
import { REMEDIES, unknown } from './remedies.ts'
import type { Sources } from './sources.ts'

/** Whoever gets one everywhere needs no list of where. */
const FEW = 6

export function problemsPage(sources: Sources, calls: readonly Call[]): string {
  const codes = everyCode(sources)
  return page(
    '# Problems',
    'Every refusal is `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). `code` is stable: a program may act on it. `detail` is one sentence for a person, `errors` names each field at fault by its JSON pointer, ' +
      '`requestId` finds it in the log. `type` leads to the section of its code below.',
    '```json\n{\n  "type": "https://reelay.example.com/docs/problems/body.invalid", "title": "Unprocessable Entity", "status": 422,\n  "detail": "The body has a fault: /name is missing.", "code": "body.invalid", "requestId": "…",\n' +
      '  "errors": [{ "pointer": "/name", "message": "is missing" }]\n}\n```',
    'A call that was refused changed nothing. 429 and 503 say in `Retry-After` when to come again; with the same `Idempotency-Key` nothing is done twice.',
    '## By status',
    table(['Status', 'Codes'], byStatus(codes)),
    '## Every code',
    ...[...codes].map(([name, statuses]) => sectionOf(name, statuses, calls)),
  )
}

function byStatus(codes: Map<string, number[]>): string[][] {
  const statuses = [...new Set([...codes.values()].flat())].toSorted((one, other) => one - other)
  return statuses.map((status) => [
    `${status} ${titleOf(status)}`.trim(),
    [...codes]
      .filter(([, its]) => its.includes(status))
      .map(([name]) => `[${name}](#${anchor(name)})`)
      .join(', '),
  ])
}

/** 460 is of tus. */
const titleOf = (status: number) =>
  STATUS_CODES[status] ?? (status === 460 ? 'Checksum Mismatch' : '')

function sectionOf(name: string, statuses: number[], calls: readonly Call[]): string {
  const from = calls.filter(({ codes }) => codes.includes(name))
  const where =
    from.length > 0 && from.length <= FEW
      ? ` From ${from.map(({ page: at, heading }) => `[${code(heading)}](api/${at}.md#${anchor(heading)})`).join(', ')}.`
      : ''
  return `### ${name}\n\n**${statuses.join(' or ')}.** ${REMEDIES[name] ?? unknown(name.replace(/\.unknown$/, '').replaceAll('-', ' '))}${where}`
}

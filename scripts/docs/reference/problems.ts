// docs/reference/problems.md
import { STATUS_CODES } from 'node:http'
import { COMMON_CODES, type EndpointCodes } from './calls.ts'
import { findCodes } from './codes.ts'
import { anchor, code, page, table } from './markdown.ts'
import { REMEDIES, notFoundText } from './remedies.ts'
import type { Sources } from './sources.ts'

/** A code of more endpoints than this is not listed with its endpoints. */
const MAX_ENDPOINTS = 6

export function problemsPage(sources: Sources, calls: readonly EndpointCodes[]): string {
  const codes = findCodes(sources)
  return page(
    '# Problems',
    'Every error is `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). ' +
      '`code` is stable, so programs may act on it. `detail` is a sentence for people, ' +
      '`errors` names each invalid field by its JSON pointer, and `requestId` is the id in the log. ' +
      '`type` is the URL of the section below.',
    '```json\n{\n  "type": "https://reelay.example.com/docs/problems/body.invalid", "title": "Unprocessable Entity", "status": 422,\n  "detail": "The body is invalid: /name is missing.", "code": "body.invalid", "requestId": "…",\n' +
      '  "errors": [{ "pointer": "/name", "message": "is missing" }]\n}\n```',
    'A rejected request has changed nothing. 429 and 503 say in `Retry-After` when to retry; ' +
      'with the same `Idempotency-Key` nothing is done twice.',
    '## By status',
    table(['Status', 'Codes'], byStatus(codes)),
    '## Codes that any endpoint may return',
    table(
      ['Endpoints', 'Codes'],
      COMMON_CODES.map(([where, names]) => [where, names.map(linkTo).join(', ')]),
    ),
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
      .map(([name]) => linkTo(name))
      .join(', '),
  ])
}

const linkTo = (name: string) => `[${name}](#${anchor(name)})`

/** 460 is defined by tus. */
const titleOf = (status: number) =>
  STATUS_CODES[status] ?? (status === 460 ? 'Checksum Mismatch' : '')

function sectionOf(name: string, statuses: number[], calls: readonly EndpointCodes[]): string {
  const from = calls.filter(({ codes }) => codes.includes(name))
  const where =
    from.length > 0 && from.length <= MAX_ENDPOINTS
      ? ` From ${from.map(({ heading }) => code(heading)).join(', ')}.`
      : ''
  return `### ${name}\n\n**${statuses.join(' or ')}.** ${REMEDIES[name] ?? notFoundText(name.replace(/\.not-found$/, '').replaceAll('-', ' '))}${where}`
}

// Every code the service refuses with and its status, read from where it is thrown.
import type { Sources } from './sources.ts'

type Refusal = { code: string; status: number }

const STATUS = { malformed: 400, forbidden: 403, conflict: 409, invalid: 422 }
const BY_HELPER = /\b(malformed|forbidden|conflict|invalid)\('([a-z-]+\.[a-z-]+)'/g
const BY_CLASS = /new Problem\((\d+), '([a-z-]+\.[a-z-]+)'/g
const BY_RULE = /status: (\d+), code: '([a-z-]+\.[a-z-]+)', why: /g
const UNKNOWN = /\bnotFound\('([a-z ]+)'\)|\bnoun: '([a-z ]+)'/g

/** The formatter breaks long calls; on one line they can be matched. */
const joinLines = (text: string) => text.replace(/\(\s+/g, '(').replace(/,\s+/g, ', ')

export function refusalsIn(source: string): Refusal[] {
  const text = joinLines(source)
  return [
    ...[...text.matchAll(BY_HELPER)].map(([, helper, code]) => ({
      code: code!,
      status: STATUS[helper as keyof typeof STATUS],
    })),
    ...[BY_CLASS, BY_RULE].flatMap((thrown) =>
      [...text.matchAll(thrown)].map(([, status, code]) => ({
        code: code!,
        status: Number(status),
      })),
    ),
    ...[...text.matchAll(UNKNOWN)].map(([, thrown, declared]) => ({
      code: `${(thrown ?? declared)!.replaceAll(' ', '-')}.unknown`,
      status: 404,
    })),
    ...Object.entries(ELSEWHERE)
      .filter(([source]) => text.includes(source))
      .flatMap(([, refusals]) => refusals),
  ]
}

const refusals = (status: number, ...codes: string[]): Refusal[] =>
  codes.map((code) => ({ code, status }))

/**
 * Throws that do not say all of it where they stand, by what they look like. Those with none take
 * theirs from a rule or from another throw.
 */
const ELSEWHERE: Record<string, Refusal[]> = {
  ', code, detail, ': [],
  "`${noun.replaceAll(' ', '-')}.unknown`": [],
  'notFound(record.noun)': [],
  'new Problem(rejection.status, rejection.code': [],
  'new Problem(422, upload.fault.code': [],
  'new Problem(410, fault.code': refusals(410, 'file.mismatch'),
  'new Problem(failure.status, failure.code': [],
  'invalid(`${where}.invalid`': refusals(422, 'body.invalid', 'query.invalid', 'params.invalid'),
  'malformed(`${where}.unknown-field`': refusals(
    400,
    'body.unknown-field',
    'query.unknown-field',
    'params.unknown-field',
  ),
  'conflict(blocker.code, blocker.message)': refusals(409, 'encode.no-film', 'encode.no-dub'),
  "CODES[status] ?? 'upload.refused'": [
    ...refusals(400, 'upload.refused'),
    ...refusals(409, 'upload.offset-conflict'),
    ...refusals(410, 'upload.gone'),
    ...refusals(501, 'upload.unsupported'),
  ],
  "new Problem(name === 'host' ? 400 : 401, 'header.twice'": [
    ...refusals(400, 'header.twice'),
    ...refusals(401, 'header.twice'),
  ],
  "new Problem(statusCode, 'request.malformed'": refusals(400, 'request.malformed'),
  "new Problem(plan.status, 'phase.refused'": [
    ...refusals(403, 'phase.refused'),
    ...refusals(409, 'phase.refused'),
  ],
  "new Problem(plan.status, 'translation.move-refused'": [
    ...refusals(403, 'translation.move-refused'),
    ...refusals(409, 'translation.move-refused'),
  ],
  "new Problem(plan.status, 'workrequest.move-refused'": [
    ...refusals(403, 'workrequest.move-refused'),
    ...refusals(409, 'workrequest.move-refused'),
  ],
}

/** Code by code, with all its statuses. */
export function everyCode(sources: Sources): Map<string, number[]> {
  const all = [...sources.values()]
    .flatMap(({ text }) => refusalsIn(text))
    .toSorted((one, other) => one.code.localeCompare(other.code, 'en') || one.status - other.status)
  return new Map(
    [...Map.groupBy(all, ({ code }) => code)].map(([code, found]) => [
      code,
      [...new Set(found.map(({ status }) => status))],
    ]),
  )
}

/**
 * Throws of which neither the source nor the table above says the code. There are none: a test
 * asks.
 */
export function unreadable(sources: Sources): string[] {
  return [...sources.values()].flatMap(({ file, text: source }) => {
    const text = joinLines(source)
    return [
      ...text.matchAll(/\b(?:malformed|forbidden|conflict|invalid|notFound)\(|new Problem\(/g),
    ]
      .map(({ index }) =>
        text.slice(text.lastIndexOf('\n', index) + 1, text.indexOf('\n', index)).trim(),
      )
      .filter(
        (line) =>
          refusalsIn(line).length === 0 &&
          !Object.keys(ELSEWHERE).some((source) => line.includes(source)),
      )
      .map((line) => `${file}: ${line}`)
  })
}

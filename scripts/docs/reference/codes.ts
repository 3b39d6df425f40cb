// Finds all problem codes and their status in the source of the service.
import type { Sources } from './sources.ts'

type ProblemCode = { code: string; status: number }

const STATUS = { malformed: 400, forbidden: 403, conflict: 409, invalid: 422 }
const BY_HELPER = /\b(malformed|forbidden|conflict|invalid)\('([a-z-]+\.[a-z-]+)'/g
const BY_CLASS = /new Problem\((\d+), '([a-z-]+\.[a-z-]+)'/g
const BY_RULE = /status: (\d+), code: '([a-z-]+\.[a-z-]+)', detail:\s/g
const UNKNOWN = /\bnotFound\('([a-z ]+)'\)|\bnoun: '([a-z ]+)'/g

/** The formatter breaks long calls; on one line they can be matched. */
const joinLines = (text: string) => text.replace(/\(\s+/g, '(').replace(/,\s+/g, ', ')

export function findProblems(source: string): ProblemCode[] {
  const text = joinLines(source)
  return [
    ...[...text.matchAll(BY_HELPER)].map(([, helper, code]) => ({
      code: code!,
      status: STATUS[helper as keyof typeof STATUS],
    })),
    ...[BY_CLASS, BY_RULE].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, status, code]) => ({
        code: code!,
        status: Number(status),
      })),
    ),
    ...[...text.matchAll(UNKNOWN)].map(([, thrown, declared]) => ({
      code: `${(thrown ?? declared)!.replaceAll(' ', '-')}.not-found`,
      status: 404,
    })),
    ...Object.entries(INDIRECT_THROWS)
      .filter(([source]) => text.includes(source))
      .flatMap(([, found]) => found),
  ]
}

const problems = (status: number, ...codes: string[]): ProblemCode[] =>
  codes.map((code) => ({ code, status }))

/**
 * Throws whose code is not a literal, by a part of their source. An empty list: the code comes from
 * a rule or from another throw.
 */
const INDIRECT_THROWS: Record<string, ProblemCode[]> = {
  ', code, detail, ': [],
  'new Problem(status, code, message, more, headers)': [],
  "`${noun.replaceAll(' ', '-')}.not-found`": [],
  'notFound(record.noun)': [],
  'new Problem(rejection.status, rejection.code': [],
  'new Problem(422, upload.error.code': [],
  'new Problem(410, error.code': problems(410, 'file.mismatch'),
  'new Problem(failure.status, failure.code': [],
  'invalid(`${where}.invalid`': problems(422, 'body.invalid', 'query.invalid', 'params.invalid'),
  'malformed(`${where}.unknown-field`': problems(
    400,
    'body.unknown-field',
    'query.unknown-field',
    'params.unknown-field',
  ),
  'conflict(blocker.code, blocker.message)': problems(409, 'encode.no-film', 'encode.no-dub'),
  "CODES[status] ?? 'upload.invalid'": [
    ...problems(400, 'upload.invalid'),
    ...problems(409, 'upload.offset-conflict'),
    ...problems(410, 'upload.gone'),
    ...problems(501, 'upload.unsupported'),
  ],
  "new Problem(name === 'host' ? 400 : 401, 'header.duplicate'": [
    ...problems(400, 'header.duplicate'),
    ...problems(401, 'header.duplicate'),
  ],
  "new Problem(statusCode, 'request.malformed'": problems(400, 'request.malformed'),
  "new Problem(plan.status, 'phase.move-not-allowed'": [
    ...problems(403, 'phase.move-not-allowed'),
    ...problems(409, 'phase.move-not-allowed'),
  ],
  "new Problem(plan.status, 'translation.move-not-allowed'": [
    ...problems(403, 'translation.move-not-allowed'),
    ...problems(409, 'translation.move-not-allowed'),
  ],
  "new Problem(plan.status, 'work-request.move-not-allowed'": [
    ...problems(403, 'work-request.move-not-allowed'),
    ...problems(409, 'work-request.move-not-allowed'),
  ],
}

/** All codes with their statuses. */
export function findCodes(sources: Sources): Map<string, number[]> {
  const all = [...sources.values()]
    .flatMap(({ text }) => findProblems(text))
    .toSorted((one, other) => one.code.localeCompare(other.code, 'en') || one.status - other.status)
  return new Map(
    [...Map.groupBy(all, ({ code }) => code)].map(([code, found]) => [
      code,
      [...new Set(found.map(({ status }) => status))],
    ]),
  )
}

/** Throws whose code is neither a literal nor in the table above. A test expects none. */
export function findUnknownThrows(sources: Sources): string[] {
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
          findProblems(line).length === 0 &&
          !Object.keys(INDIRECT_THROWS).some((source) => line.includes(source)),
      )
      .map((line) => `${file}: ${line}`)
  })
}

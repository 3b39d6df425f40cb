// docs/reference/api.md, and a page for each collection below docs/reference/api/.
import { rolesThatHold, type AnyRight } from '../../../api/src/access/rules.ts'
import type { Endpoint } from '../../../api/src/kernel/endpoint.ts'
import { WIDEST } from '../../../api/src/kernel/http/range.ts'
import { EVERYWHERE, type Call } from './calls.ts'
import { anchor, code, page, table } from './markdown.ts'
import { SMALL, namedShapes, rowsOf, shapesIn, typeOf, type Shapes } from './shapes.ts'
import type { Sources } from './sources.ts'

type Schema = Parameters<typeof rowsOf>[0]
const ACCESS: Record<string, string> = {
  anyone: 'Needs no credential.',
  credential: 'With your password, or a token.',
  'signed-in': 'For everybody who is signed in; you get what you may see.',
  'signed-link': 'Signed in, or by the signed address that a record holds.',
}

export function apiPages(sources: Sources, calls: readonly Call[]): [path: string, text: string][] {
  const pages = Map.groupBy(calls, (call) => call.page)
  const shapes = placed(sources, pages)
  return [
    ['api.md', indexOf(pages)],
    ...[...pages].map(([name, its]): [string, string] => [
      `api/${name}.md`,
      pageOf(name, its, shapes),
    ]),
  ]
}

/** A shape stands on the page of its own slice, or on the first page that needs it. */
function placed(sources: Sources, pages: Map<string, Call[]>): Shapes {
  const known = new Map(namedShapes(sources).map((shape) => [JSON.stringify(shape.schema), shape]))
  const shapes: Shapes = new Map()
  for (const [name, calls] of pages) {
    const needed = new Set(
      calls.flatMap(({ endpoint: { body, reply } }) =>
        [body, reply].flatMap((schema) => Array.from(shapesIn(schema, known))),
      ),
    )
    for (const key of needed) {
      const shape = known.get(key)!
      if (!shapes.has(key))
        shapes.set(key, {
          ...shape,
          page:
            [...pages.keys()].find((own) => own === shape.slice || `${own}s` === shape.slice) ??
            name,
        })
    }
  }
  return shapes
}

function indexOf(pages: Map<string, Call[]>): string {
  return page(
    '# The API',
    'Written from the declarations the service runs on; `/docs` of a running service has the same to try out, and `/openapi.json` for programs. All paths begin with `/api`.',
    '## Collections',
    table(
      ['Collection', 'Calls'],
      [...pages].map(([name, calls]) => [
        `[${name}](api/${name}.md)`,
        calls
          .map(({ heading }) => `[${code(heading)}](api/${name}.md#${anchor(heading)})`)
          .join('<br>'),
      ]),
    ),
    '## Signing in',
    '`GET /session` with your e-mail and password as Basic credentials gives a token; with a second factor, send `X-OTP` too. After that your e-mail and `token-<token>` are the Basic credentials of every call. What a person may do follows from their roles: [permissions](permissions.md).',
    '## Lists',
    `\`X-Range: resources=0-9\` asks for the first ten records, both ends included; that is also what comes without it, and ${WIDEST} at most. The answer is a plain array; \`Content-Range: resources 0-9/245\` says what came of how many (\`resources */245\` when nothing lies there), and \`X-Content-Range\` repeats it. The order is total, so pages neither repeat nor skip a record that did not change. Where \`order\` is taken, a minus turns it round: \`order=-created\`.`,
    '## Changing without overwriting',
    'Every single record comes with an `ETag`. Send it as `If-Match` with a PUT or DELETE, and a record that changed since answers 412; as `If-None-Match` with a GET, and an unchanged one answers 304. Fields you leave out of a PUT stay; `null` empties one that may be empty. You may send back what you read: read-only fields with their own value, and everything that begins with `$`, are ignored.',
    '## Retrying',
    'With an `Idempotency-Key` of your own a POST can be repeated: within a day the same key and body give the same answer, and nothing is done twice.',
    '## Small shapes',
    table(
      ['Written as', 'Means'],
      SMALL.map(([name, , says]) => [name, says]),
    ),
    '## What every call refuses',
    'Beside the codes that stand with each call; [problems](problems.md) explains them all.',
    table(
      ['Of', 'Codes'],
      EVERYWHERE.map(([where, codes]) => [
        where,
        codes.map((name) => `[${name}](problems.md#${anchor(name)})`).join(', '),
      ]),
    ),
  )
}

function pageOf(name: string, calls: readonly Call[], shapes: Shapes): string {
  const own = [...shapes.values()]
    .filter((shape) => shape.page === name)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  return page(
    `# ${name[0]!.toUpperCase()}${name.slice(1)}`,
    `What holds for all calls stands in [the API](../api.md).`,
    table(
      ['Call', ''],
      calls.map(({ heading, endpoint }) => [
        `[${code(heading)}](#${anchor(heading)})`,
        endpoint.summary,
      ]),
    ),
    ...calls.map((call) => callSection(call, shapes, name)),
    own.length > 0 && '## Shapes',
    ...own.map(({ name: title, says, schema }) =>
      page(
        `### ${title}`,
        says,
        table(['Field', 'Is', 'Always there'], rowsOf(schema, shapes, name)),
      ).trimEnd(),
    ),
  )
}

function callSection({ endpoint, heading, codes }: Call, shapes: Shapes, at: string): string {
  const { summary, params, query, body, access } = endpoint
  return page(
    `## ${heading}`,
    `${summary}.`,
    access.includes('.')
      ? `Needs ${code(access)}: ${rolesThatHold(access as AnyRight).join(', ')}, or who was given it.`
      : ACCESS[access],
    params &&
      `In the path: ${rowsOf(params, shapes, at)
        .map(([name, is]) => `${name}, ${is}`)
        .join('; ')}.`,
    query && table(['Query', 'Is', 'Needed'], rowsOf(query, shapes, at)),
    body && bodyOf(body, shapes, at),
    endpoint.bytes === 'in' && 'The body is the bytes themselves, as `application/octet-stream`.',
    `Answers ${answerOf(endpoint, shapes, at)}.`,
    codes.length > 0 &&
      `Refuses with ${codes.map((name) => `[${name}](../problems.md#${anchor(name)})`).join(', ')}.`,
  ).trimEnd()
}

function bodyOf(body: Schema, shapes: Shapes, at: string): string {
  const rows = (schema: Schema) => table(['Body', 'Is', 'Needed'], rowsOf(schema, shapes, at))
  if (body.anyOf) return ['The body is one of these:', ...body.anyOf.map(rows)].join('\n\n')
  if (body.items && !Array.isArray(body.items))
    return `The body is a ${typeOf(body, shapes, at)}:\n\n${rows(body.items)}`
  return Object.keys(body.properties ?? {}).length
    ? rows(body)
    : `The body is ${typeOf(body, shapes, at)}.`
}

function answerOf(
  { reply, list, bytes, csv, secret }: Endpoint,
  shapes: Shapes,
  at: string,
): string {
  if (bytes === 'both') return 'as [tus 1.0](https://tus.io/protocols/resumable-upload) says'
  if (bytes === 'out') return 'the bytes'
  const schema = reply as Schema
  const one = typeOf(schema, shapes, at)
  const fields =
    one === 'object'
      ? ` with ${Object.entries(schema.properties ?? {})
          .map(([name, field]) => `${code(name)} (${typeOf(field, shapes, at)})`)
          .join(', ')}`
      : ''
  const what =
    bytes === 'live'
      ? `a stream of server-sent events, each ${one}`
      : list
        ? `a list of ${one} under \`X-Range\``
        : one + fields
  return `${what}${csv ? '; with `format=csv` the same as a table' : ''}${secret ? '; its secret is shown this once' : ''}`
}

// Every endpoint, and the problem codes that its handler can return, found by following the source.
import * as contract from '../../../api/src/contract.ts'
import type { Endpoint } from '../../../api/src/kernel/http/contract/endpoint.ts'
import { findProblems } from './codes.ts'
import { splitDeclarations, findReachable, type ServiceFile, type Sources } from './sources.ts'

export type EndpointCodes = { endpoint: Endpoint; heading: string; page: string; codes: string[] }
/** Endpoints that several records have in common, such as those that play a preview. */
type EndpointGroup = Record<string, Endpoint>
const DECLARED: Record<string, Record<string, Endpoint | EndpointGroup>> = Object.fromEntries(
  Object.entries(contract as object),
)

/** The endpoints of a module, under the name by which `contract.ts` exports them. */
function declaredIn(sources: Sources, module: string): Record<string, Endpoint | EndpointGroup> {
  const { text } = sources.get('contract.ts')!
  const name = new RegExp(`export \\* as (\\w+) from '\\./${module}/contract\\.ts'`).exec(text)?.[1]
  return DECLARED[name ?? module] ?? {}
}

export function findEndpoints(sources: Sources): EndpointCodes[] {
  const calls = [...sources.values()]
    .filter(({ file }) => /^[a-z]+\/routes(\/|\.ts)/.test(file))
    .flatMap((source) => callsOf(sources, source))
  return calls.toSorted((one, other) =>
    sortKey(one.endpoint).localeCompare(sortKey(other.endpoint), 'en'),
  )
}

/** By path, then by method. */
const METHODS = ['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const sortKey = ({ path, method }: Endpoint) =>
  `${path.replaceAll(':', '~')} ${METHODS.indexOf(method)}`

/**
 * The endpoints of each statement such as `serve(app, contract.getAsset, …)`. A shared binder has a
 * statement for each of its endpoints.
 */
function callsOf(sources: Sources, source: ServiceFile): EndpointCodes[] {
  const declared = declaredIn(sources, source.file.split('/')[0]!)
  return statementsOf(source).flatMap(({ binder, given, name, text, within }) => {
    if (given !== 'contract') return []
    const endpoint = declared[name]
    if (!endpoint) throw new Error(`${source.file} binds contract.${name}, which is not declared`)
    const reached = findReachable(sources, source, localsOf(within, text))
    if ('method' in endpoint) return [callOf(endpoint as Endpoint, reached)]
    const at = source.imported.get(binder)!
    const shared = sources.get(at.file)!
    return statementsOf(shared)
      .filter((statement) => statement.given !== 'contract')
      .map((statement) =>
        callOf(
          endpoint[statement.name]!,
          holdersOf(sources, source, text).concat(
            findReachable(sources, shared, localsOf(statement.within, statement.text)),
          ),
        ),
      )
  })
}

type Statement = { binder: string; given: string; name: string; text: string; within: string }

function statementsOf(source: ServiceFile): Statement[] {
  return [...source.declared.values()].flatMap((within) => {
    const calls = within.matchAll(/^ {2}(?:await )?(\w+)(?:<[^\n(]*>)?\(\s*app,\s+(\w+)\.(\w+),/gm)
    return [...calls].map((match) => ({
      binder: match[1]!,
      given: match[2]!,
      name: match[3]!,
      within,
      text: within.slice(match.index + match[0].length).split(/\n {2}(?=[\w/)])/)[0]!,
    }))
  })
}

/** A statement with the local declarations that it uses. */
function localsOf(within: string, text: string): string {
  const locals = splitDeclarations(
    within.replaceAll(/^ {2}\w+\(\s*app,\s[\s\S]*?(?=^ {2}\w|^\})/gm, ''),
    /^ {2}(?:async )?(?:function|const) (\w+)/gm,
  )
  const used = new Set<string>()
  const take = (words: string): string =>
    words +
    [...locals]
      .filter(([name]) => !used.has(name) && new RegExp(`\\b${name}\\b`).test(words))
      .map(([name, body]) => (used.add(name), take(body)))
      .join('\n')
  return take(text)
}

/** The arguments of a shared binder besides the endpoints. */
const holdersOf = (sources: Sources, source: ServiceFile, text: string) =>
  findReachable(sources, source, text.split('\n')[0]!)

function callOf(endpoint: Endpoint, reached: string[]): EndpointCodes {
  const { access, method, path } = endpoint
  const codes = new Set([
    ...(access.includes('.') ? ['permission.required'] : []),
    ...(endpoint.needsVerification ? ['session.verification-required'] : []),
    ...reached.flatMap((text) => findProblems(text).map(({ code }) => code)),
  ])
  // A locked translation rejects only writes.
  if (method === 'GET') codes.delete('translation.locked')
  return {
    endpoint,
    heading: `${method} ${path}`,
    page: path.split('/')[1]!,
    codes: method === 'OPTIONS' ? [] : [...codes].filter((code) => !ANYWHERE.has(code)).toSorted(),
  }
}

/** Codes that many endpoints return. The other codes are listed with their endpoints. */
export const COMMON_CODES: [where: string, codes: string[]][] = [
  [
    'all',
    [
      'request.malformed',
      'header.duplicate',
      'credential.invalid',
      'rate-limit.exceeded',
      'origin.forbidden',
      'path.not-found',
      'method.not-allowed',
      'service.error',
      'service.busy',
    ],
  ],
  ['with a signed link', ['link.invalid']],
  ['with a token that has a scope', ['token.scope-insufficient']],
  ['with a token without a second factor', ['twofactor.required']],
  ['with path parameters', ['params.invalid', 'params.unknown-field']],
  ['with a query', ['query.invalid', 'query.duplicate-field', 'query.unknown-field']],
  ['lists', ['range.malformed', 'range.too-deep', 'after.malformed']],
  ['with all lines of a text track', ['compute.out-of-memory', 'compute.timeout']],
  [
    'with a body',
    [
      'body.required',
      'body.malformed',
      'body.encoding-invalid',
      'body.duplicate-key',
      'body.forbidden-key',
      'body.too-deep',
      'body.too-many-keys',
      'body.unknown-field',
      'body.invalid',
      'body.incomplete',
      'body.too-large',
      'body.timeout',
      'body.type-unsupported',
      'value.invalid',
    ],
  ],
  [
    'POST with `Idempotency-Key`',
    [
      'idempotency.malformed',
      'idempotency.in-flight',
      'idempotency.body-mismatch',
      'idempotency.secret-unavailable',
    ],
  ],
  ['PUT and DELETE', ['record.changed', 'field.protected', 'id.mismatch', 'id.required']],
  [
    'all changes',
    ['record.conflict', 'record.exists', 'record.in-use', 'storage.full', 'storage.unavailable'],
  ],
]
const ANYWHERE: ReadonlySet<string> = new Set(COMMON_CODES.flatMap(([, codes]) => codes))

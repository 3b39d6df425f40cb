// Generates the contract of the packed client: endpoints as data, and their schemas as plain types.
// So the package needs no TypeBox.
import type { Endpoint } from '../../api/src/kernel/http/contract/endpoint.ts'
import { findTypes, isInternal, schemaOf, type ContractModule } from './declarations.ts'
import { structureText, typeText, type FindTypeName, type JsonSchema } from './type-text.ts'

/** Files with types that schemas only refer to by their `title`. They are copied as they are. */
export const CARRIED = {
  media: 'media/src/types.ts',
  profile: 'subtitles/src/profiles/profile.ts',
  limits: 'subtitles/src/checks/limits.ts',
  'rule-ids': 'subtitles/src/checks/rule-ids.ts',
}
const TYPE_OF_TITLE: Record<string, string> = {
  Probe: 'media.Probe',
  Picture: 'media.PictureAnalysis',
  Sound: "Omit<media.SoundAnalysis, 'peaks'>",
  Profile: 'profile.Profile',
  BatchedOrder: 'Partial<NewWorkRequest>',
}
/** The fields of an endpoint that the client reads when it calls it. */
const ENDPOINT_FIELDS = ['method', 'path', 'access', 'list', 'bytes', 'csv', 'secret'] as const

/** The text of each file, by its name. */
export function contractFiles(modules: ContractModule[]): Record<string, string> {
  const types = namedTypes(modules)
  const files = modules
    .map((module): [string, string] => [module.name, moduleText(module, modules, types)])
    .filter(([, text]) => text !== '')
  const exports = files.map(([name, text]) => {
    const keyword = /^export const /m.test(text) ? '' : 'type '
    return `export ${keyword}* as ${name} from './contract/${name}.ts'`
  })
  return {
    'contract.ts': `${exports.join('\n')}\n${ENDPOINT_TYPES}\n`,
    ...Object.fromEntries(files.map(([name, text]) => [`contract/${name}.ts`, text])),
  }
}

const ENDPOINT_TYPES =
  "export type { BodyOf, Endpoint, ParamsOf, QueryOf, Range, ReplyOf } from './endpoint.ts'"

type NamedType = { module: string; path: string; type: string; key: string }

/** Schemas are compared by their text, because an optional field holds a copy. */
const keyOf = (schema: unknown) => JSON.stringify(schema)
const namedTypes = (modules: ContractModule[]): NamedType[] =>
  modules.flatMap((module) =>
    findTypes(module.text).map(({ type, schema }) => ({
      module: module.name,
      path: module.path,
      type,
      key: keyOf(schemaOf(module, schema)),
    })),
  )

function moduleText(
  module: ContractModule,
  modules: ContractModule[],
  namedTypesOfAll: NamedType[],
): string {
  const findName = createFindName(module, namedTypesOfAll)
  const types = findTypes(module.text).map(({ type, schema }) => {
    const text = structureText(schemaOf(module, schema) as JsonSchema, findName)
    return `${commentOf(module, schema)}export type ${type} = ${text}\n`
  })
  const values = Object.entries(module.declared)
    .filter(([name]) => !isInternal(name))
    .flatMap(([name, value]) => valueText(name, value, findName))
  const unions = [...module.text.matchAll(/^export type \w+ = \(typeof \w+\)\[number\]$/gm)].map(
    ([line]) => `${line}\n`,
  )
  const isEndpointText = (text: string) => text.includes('Declared<')
  const body = [
    ...values.filter((text) => !isEndpointText(text)),
    ...unions,
    ...types,
    ...values.filter(isEndpointText),
  ].join('\n')
  const names = [...modules.map(({ name }) => name), ...Object.keys(CARRIED)]
  return body && `${importsFor(body, names, module.name)}\n${body}`
}

function createFindName(module: ContractModule, types: NamedType[]): FindTypeName {
  return (schema) => {
    if (schema.title && TYPE_OF_TITLE[schema.title]) return TYPE_OF_TITLE[schema.title]
    if (!schema.properties && !schema.enum) return undefined
    const key = keyOf(schema)
    // Two equal schemas may have nothing to do with each other, so the source must import the name.
    const found =
      types.find((type) => type.key === key && type.module === module.name) ??
      types.find((type) => type.key === key && module.text.includes(`from '../${type.path}'`))
    return found && (found.module === module.name ? found.type : `${found.module}.${found.type}`)
  }
}

const importsFor = (body: string, modules: string[], own: string): string =>
  [
    "import type { Declared } from '../endpoint.ts'",
    ...modules
      .filter((name) => name !== own && new RegExp(`(?<![\\w.'/])${name}\\.[A-Z]`).test(body))
      .map((name) => `import type * as ${name} from './${name}.ts'`),
  ].join('\n') + '\n'

/** Endpoints, lists and constants. Functions stay in the service. */
function valueText(name: string, value: unknown, findName: FindTypeName): string[] {
  if (isEndpoint(value))
    return [`/** ${value.summary}. */\nexport const ${name} = ${endpointText(value, findName)}\n`]
  if (isEndpointGroup(value)) {
    const members = Object.entries(value).map(
      ([key, endpoint]) =>
        `  /** ${endpoint.summary}. */\n  ${key}: ${endpointText(endpoint, findName)},\n`,
    )
    return [`export const ${name} = {\n${members.join('')}}\n`]
  }
  if (Array.isArray(value) || typeof value === 'string' || typeof value === 'number')
    return [`export const ${name} = ${JSON.stringify(value)} as const\n`]
  return []
}

function endpointText(endpoint: Endpoint, findName: FindTypeName): string {
  const fields = ENDPOINT_FIELDS.flatMap((name) =>
    endpoint[name] === undefined ? [] : [`${name}: ${JSON.stringify(endpoint[name])}`],
  )
  const shapes = (['params', 'query', 'body'] as const).flatMap((name) =>
    endpoint[name] ? [`${name}: ${typeText(endpoint[name] as JsonSchema, findName)}`] : [],
  )
  const reply = hasNoReply(endpoint) ? 'never' : typeText(endpoint.reply, findName)
  const shape = [...shapes, `reply: ${reply}`].join('; ')
  return `{ ${fields.join(', ')} } as Declared<{ ${fields.join('; ')} }, { ${shape} }>`
}

const hasNoReply = ({ bytes }: Endpoint) => bytes === 'out' || bytes === 'both'
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const isEndpointGroup = (value: unknown): value is Record<string, Endpoint> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).length > 0 &&
  Object.values(value).every(isEndpoint)

/** The comment above it in the source, if there is one. */
const commentOf = ({ text }: ContractModule, schema: string): string =>
  new RegExp(`(/\\*\\* .* \\*/\n)(?:export )?const ${schema}\\b`).exec(text)?.[1] ?? ''

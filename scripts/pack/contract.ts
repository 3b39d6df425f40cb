// The contract for who has the client alone: endpoints as data without their shapes, and the shapes
// as plain types. No TypeBox is needed for it.
import type { Endpoint } from '../../api/src/kernel/http/contract/endpoint.ts'
import { isHidden, namesIn, shapeNamed, type Declarations } from './declarations.ts'
import { shapeOf, spelled, type Naming, type Schema } from './shape.ts'

/**
 * What a shape carries without looking into it has its type from elsewhere: `title` says which. The
 * files are types alone.
 */
export const CARRIED = {
  media: 'api/src/media/types.ts',
  profile: 'subtitles/src/profiles/profile.ts',
}
const TITLED: Record<string, string> = {
  Probe: 'media.Probe',
  Picture: 'media.Picture',
  SoundFacts: "Omit<media.Sound, 'peaks'>",
  Profile: 'profile.Profile',
}
/** What the client asks of an endpoint when it calls it. */
const FACTS = ['method', 'path', 'access', 'list', 'bytes', 'csv', 'secret'] as const

/** The text of each file, by its name. */
export function contractFiles(all: Declarations[]): Record<string, string> {
  const named = namesOf(all)
  const files = all
    .map((declarations): [string, string] => [declarations.name, fileOf(declarations, all, named)])
    .filter(([, text]) => text !== '')
  const door = `${files.map(([name, text]) => `export ${/^export const /m.test(text) ? '' : 'type '}* as ${name} from './contract/${name}.ts'`).join('\n')}\nexport type { BodyOf, Endpoint, Page, ParamsOf, QueryOf, Range, ReplyOf } from './endpoint.ts'\n`
  return {
    'contract.ts': door,
    ...Object.fromEntries(files.map(([name, text]) => [`contract/${name}.ts`, text])),
  }
}

type Named = { module: string; path: string; type: string; key: string }

/** Shapes are known by what they say, because a field that may be absent holds a copy. */
const keyOf = (schema: unknown) => JSON.stringify(schema)
const namesOf = (all: Declarations[]): Named[] =>
  all.flatMap((one) =>
    namesIn(one.text).map(({ type, shape }) => ({
      module: one.name,
      path: one.path,
      type,
      key: keyOf(shapeNamed(one, shape)),
    })),
  )

function fileOf(one: Declarations, all: Declarations[], named: Named[]): string {
  const naming: Naming = (schema) => {
    if (schema.title && TITLED[schema.title]) return TITLED[schema.title]
    if (!schema.properties && !schema.enum) return undefined
    const key = keyOf(schema)
    // Two that happen to say the same are not the same: the name has to be in sight of the source.
    const found =
      named.find((name) => name.key === key && name.module === one.name) ??
      named.find((name) => name.key === key && one.text.includes(`from '../${name.path}'`))
    return found && (found.module === one.name ? found.type : `${found.module}.${found.type}`)
  }
  const types = namesIn(one.text).map(
    ({ type, shape }) =>
      `${remarkOn(one, shape)}export type ${type} = ${spelled(shapeNamed(one, shape) as Schema, naming)}\n`,
  )
  const values = Object.entries(one.declared)
    .filter(([name]) => !isHidden(name))
    .flatMap(([name, value]) => valueOf(name, value, naming))
  const listed = [...one.text.matchAll(/^export type \w+ = \(typeof \w+\)\[number\]$/gm)].map(
    ([line]) => `${line}\n`,
  )
  const body = [
    ...values.filter((text) => !text.includes('Declared<')),
    ...listed,
    ...types,
    ...values.filter((text) => text.includes('Declared<')),
  ].join('\n')
  return (
    body &&
    `${importsOf(one.name, [...all.map(({ name }) => name), ...Object.keys(CARRIED)], body)}\n${body}`
  )
}

const importsOf = (own: string, modules: string[], body: string): string =>
  [
    "import type { Declared } from '../endpoint.ts'",
    ...modules
      .filter((name) => name !== own && new RegExp(`(?<![\\w.'/])${name}\\.[A-Z]`).test(body))
      .map((name) => `import type * as ${name} from './${name}.ts'`),
  ].join('\n') + '\n'

/** Endpoints, lists of words and numbers; whatever runs is left to the service. */
function valueOf(name: string, value: unknown, naming: Naming): string[] {
  if (isEndpoint(value))
    return [`/** ${value.summary}. */\nexport const ${name} = ${endpointOf(value, naming)}\n`]
  if (isSheet(value))
    return [
      `export const ${name} = {\n${Object.entries(value)
        .map(([key, one]) => `  /** ${one.summary}. */\n  ${key}: ${endpointOf(one, naming)},\n`)
        .join('')}}\n`,
    ]
  if (Array.isArray(value) || typeof value === 'string' || typeof value === 'number')
    return [`export const ${name} = ${JSON.stringify(value)} as const\n`]
  return []
}

function endpointOf(endpoint: Endpoint, naming: Naming): string {
  const facts = FACTS.flatMap((name) =>
    endpoint[name] === undefined ? [] : [`${name}: ${JSON.stringify(endpoint[name])}`],
  )
  const shapes = (['params', 'query', 'body'] as const).flatMap((name) =>
    endpoint[name] ? [`${name}: ${shapeOf(endpoint[name] as Schema, naming)}`] : [],
  )
  const reply = isOfBytes(endpoint) ? 'never' : shapeOf(endpoint.reply, naming)
  return `{ ${facts.join(', ')} } as Declared<{ ${facts.join('; ')} }, { ${[...shapes, `reply: ${reply}`].join('; ')} }>`
}

const isOfBytes = ({ bytes }: Endpoint) => bytes === 'out' || bytes === 'both'
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const isSheet = (value: unknown): value is Record<string, Endpoint> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).length > 0 &&
  Object.values(value).every(isEndpoint)

/** The sentence over it in the source, if there is one. */
const remarkOn = ({ text }: Declarations, shape: string): string =>
  new RegExp(`(/\\*\\* .* \\*/\n)(?:export )?const ${shape}\\b`).exec(text)?.[1] ?? ''

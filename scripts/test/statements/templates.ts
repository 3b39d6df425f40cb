// Finds the SQL templates in source files, with the rows that they declare.
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast/is'
import type { Node, TaggedTemplateExpression, TemplateLiteral } from 'typescript/unstable/ast'
import {
  API,
  TypeFlags,
  type Checker,
  type Type,
  type TypeReference,
} from 'typescript/unstable/sync'

/** `kinds` are those of a union, such as `string` or `Date[]`. */
export type DeclaredColumn = { kinds: string[]; isNullable: boolean; isOptional: boolean }
export type DeclaredRow = ReadonlyMap<string, DeclaredColumn>
export type Template = {
  place: string
  strings: readonly string[]
  /** `generic` if a type parameter decides what it contains, undefined if none is declared. */
  row: DeclaredRow | 'generic' | undefined
  isExecuted: boolean
}

const ROOT = join(import.meta.dirname, '../../..')
const HAS_TEMPLATE = /\bsql(<[^`]*>)?`/

export const serviceSources = (): string[] =>
  globSync('api/src/**/*.ts', { cwd: ROOT }).filter((path) => !/\.(test|fixture)\.ts$/.test(path))

/** Paths are relative to the root of the repository. */
export function readTemplates(paths: readonly string[]): Template[] {
  const files = paths
    .map((path) => join(ROOT, path))
    .filter((file) => HAS_TEMPLATE.test(readFileSync(file, 'utf8')))
  const api = new API({ cwd: ROOT })
  try {
    const config = join(ROOT, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    return files.flatMap((file) => {
      const source = project.program.getSourceFile(file)
      return source
        ? templatesIn(source).map((node) => ({
            place: `${relative(ROOT, file)}:${lineAt(source.text, node.getStart())}`,
            strings: stringsOf(node.template),
            row: rowOf(project.checker, node),
            isExecuted:
              isPropertyAccessExpression(node.parent) && node.parent.name.text === 'execute',
          }))
        : []
    })
  } finally {
    api.close()
  }
}

function templatesIn(node: Node): TaggedTemplateExpression[] {
  const nodes: TaggedTemplateExpression[] = []
  node.forEachChild((child) => void nodes.push(...templatesIn(child)))
  return isTaggedTemplateExpression(node) && node.tag.getText() === 'sql' ? [node, ...nodes] : nodes
}

const lineAt = (text: string, position: number): number =>
  text.slice(0, position).split('\n').length

/** As the tag receives them. */
const stringsOf = (template: TemplateLiteral): string[] =>
  isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]

function rowOf(checker: Checker, node: TaggedTemplateExpression): Template['row'] {
  const type = checker.getTypeAtLocation(node)
  const row = type && checker.getTypeArguments(type as TypeReference)[0]
  if (!row || row.flags & TypeFlags.Unknown) return undefined
  const isObject = row.flags & (TypeFlags.Object | TypeFlags.Intersection)
  const properties = isObject ? checker.getPropertiesOfType(row) : []
  if (properties.length === 0) return 'generic'
  return new Map(
    properties.map((property) => {
      const types = constituents(checker.getTypeOfSymbol(property)!)
      const isMissing = ({ flags }: Type) => (flags & TypeFlags.Undefined) !== 0
      const isNull = ({ flags }: Type) => (flags & TypeFlags.Null) !== 0
      const present = types.filter((one) => !isMissing(one) && !isNull(one))
      return [
        property.name,
        {
          kinds: [...new Set(present.flatMap((one) => kindsOf(checker, one)))],
          isNullable: types.some(isNull),
          isOptional: types.some(isMissing),
        },
      ]
    }),
  )
}

const constituents = (type: Type): readonly Type[] =>
  type.isUnionType() ? type.getTypes() : [type]

const KINDS: [flags: number, kind: string][] = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
]
const CLASSES = ['Date', 'Buffer', 'Uint8Array']

/** `any` also stands for a type parameter: nobody knows it here. */
function kindsOf(checker: Checker, type: Type): string[] {
  const primitive = KINDS.find(([flags]) => type.flags & flags)
  if (primitive) return [primitive[1]]
  if (type.isIntersectionType()) {
    const kinds = type.getTypes().flatMap((one) => kindsOf(checker, one))
    return kinds.includes('string') ? ['string'] : ['object']
  }
  if (!(type.flags & (TypeFlags.Object | TypeFlags.NonPrimitive))) return ['any']
  if (checker.isArrayLikeType(type))
    return checker
      .getTypeArguments(type as TypeReference)
      .flatMap(constituents)
      .filter(({ flags }) => !(flags & TypeFlags.Nullable))
      .flatMap((element) => kindsOf(checker, element))
      .map((kind) => `${kind}[]`)
  const name = type.getSymbol()?.name
  return [name && CLASSES.includes(name) ? name : 'object']
}

// A work request as tables, the way a team models it in a product that serves tables: what several
// requests use has a table of its own, and so has every list of parts.

export type Model = {
  name: string
  plural: string
  /** Records that others use, too. */
  references?: Record<string, Model>
  /** Rows that belong to the record. */
  parts?: Record<string, Model>
}
/** A record with its parts and everything that they refer to. */
export type Entry = {
  /** In our service. */
  id: string
  model: Model
  fields: Record<string, unknown>
  references: Record<string, Entry>
  parts: Record<string, Entry[]>
}
/** As our service sends it. */
export type WorkRequestRecord = Record<string, unknown> & {
  asset: { workflow: { id: string; phase: string } }
  files: { name: string; files: string[] }[]
}

const PERSON: Model = { name: 'person', plural: 'people' }
const PROJECT: Model = { name: 'project', plural: 'projects' }
export const WORK_REQUEST: Model = {
  name: 'request',
  plural: 'requests',
  references: {
    project: PROJECT,
    asset: {
      name: 'asset',
      plural: 'assets',
      references: { project: PROJECT, workflow: { name: 'workflow', plural: 'workflows' } },
      parts: { previews: { name: 'preview', plural: 'previews' } },
    },
    from: PERSON,
  },
  parts: {
    materials: { name: 'material', plural: 'materials' },
    translations: {
      name: 'translation',
      plural: 'translations',
      references: { translator: PERSON },
      parts: { lines: { name: 'line', plural: 'lines' } },
    },
    deliveries: { name: 'delivery', plural: 'deliveries' },
    history: { name: 'step', plural: 'steps', references: { user: PERSON } },
  },
}

export function readWorkRequest(record: WorkRequestRecord): Entry {
  const { translation, graphicsTranslation, files, project, asset, ...rest } = record
  const { workflow, ...assetFields } = asset
  const { id, phase, ...workflowFields } = workflow
  return readEntry(WORK_REQUEST, {
    ...rest,
    project,
    asset: { ...assetFields, project, phase, workflow: { _id: id, ...workflowFields } },
    translations: [translation, graphicsTranslation],
    deliveries: files.flatMap(({ name, files: ids }) => ids.map((file) => ({ name, file }))),
  })
}

function readEntry(model: Model, record: Record<string, unknown>): Entry {
  const { references = {}, parts = {} } = model
  return {
    id: String(record._id),
    model,
    fields: Object.fromEntries(
      Object.entries(record)
        .filter(([name]) => isColumn(name) && !(name in references) && !(name in parts))
        .map(([name, value]) => [RENAMED[name] ?? name, value]),
    ),
    references: mapValues(references, (one, name) =>
      record[name] ? readEntry(one, record[name] as Record<string, unknown>) : undefined,
    ),
    parts: mapValues(parts, (one, name) =>
      (record[name] as Record<string, unknown>[]).map((part) => readEntry(one, part)),
    ),
  }
}

/** `_id` and `$links` are no names of columns there. */
const isColumn = (name: string) => /^[a-z]\w*$/i.test(name)
/** Strapi keeps this name for itself. */
const RENAMED: Record<string, string> = { status: 'state' }

/** What the others refer to comes first. */
export function modelsOf(model: Model): Model[] {
  const used = [...Object.values(model.references ?? {}), ...Object.values(model.parts ?? {})]
  return [...new Set([...used.flatMap(modelsOf), model])]
}

/** The type of every column, from all values that it has in these entries. */
export function columnsOf(model: Model, entries: Entry[]): [name: string, type: ColumnType][] {
  const values = new Map<string, unknown>()
  for (const { fields } of entries.flatMap(entriesIn).filter((entry) => entry.model === model))
    for (const [name, value] of Object.entries(fields)) values.set(name, values.get(name) ?? value)
  return Array.from(values, ([name, value]) => [name, columnTypeOf(value)])
}

const entriesIn = (entry: Entry): Entry[] => [
  entry,
  ...[...Object.values(entry.references), ...Object.values(entry.parts).flat()].flatMap(entriesIn),
]

export type ColumnType = 'json' | 'bigInteger' | 'boolean' | 'text'
function columnTypeOf(value: unknown): ColumnType {
  if (value !== null && typeof value === 'object') return 'json'
  if (typeof value === 'number') return 'bigInteger'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

type Id = string | number
/** Creates what the entry refers to, each once, and returns what to post for the entry itself. */
export async function bodyOf(
  entry: Entry,
  created: Map<string, Id>,
  create: (model: Model, body: Record<string, unknown>) => Promise<Id>,
): Promise<Record<string, unknown>> {
  const body = { ...entry.fields }
  for (const [name, other] of Object.entries(entry.references)) {
    if (!created.has(other.id))
      created.set(other.id, await create(other.model, await bodyOf(other, created, create)))
    body[name] = created.get(other.id)
  }
  for (const [name, parts] of Object.entries(entry.parts)) {
    const bodies = []
    for (const part of parts) bodies.push(await bodyOf(part, created, create))
    body[name] = bodies
  }
  return body
}

const mapValues = <Value, Mapped>(
  values: Record<string, Value>,
  map: (value: Value, name: string) => Mapped | undefined,
) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, map(value, name)] as const)
      .filter((entry): entry is [string, Mapped] => entry[1] !== undefined),
  )

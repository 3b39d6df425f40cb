import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  Links,
  Name,
  IdParams,
  StrictPartial,
  Removed,
  Seconds,
  StrictObject,
  Text,
  ShortTextList,
} from '../kernel/http/contract/schema.ts'

export const PhaseName = Type.String({
  pattern: '^[A-Z][A-Z0-9_-]{0,30}$',
  expects: 'a phase name in capitals such as LOCK',
})

const MOST_PHASES = 20

/** Who may order in a phase, and what. An empty list means everyone or everything. */
export const Phase = StrictObject({
  groups: BoundedArray(StrictObject({ id: Id, dng: ShortTextList, usages: ShortTextList })),
  users: BoundedArray(Id),
  terminal: Type.Boolean(),
  description: Type.Optional(Text),
  transitions: Type.Optional(BoundedArray(PhaseName, MOST_PHASES)),
})
export type Phase = Static<typeof Phase>

export const Definition = StrictObject(
  {
    // As a schema pattern, a bad name would be an unknown field (400), but it is an invalid value
    // (422).
    phases: Type.Record(Type.String(), Phase, {
      propertyNames: PhaseName,
      maxProperties: MOST_PHASES,
    }),
    requireGraphicsApproval: Type.Boolean(),
    requireOfflineApproval: Type.Boolean(),
  },
  { maxBytes: 262_144 },
)
export type Definition = Static<typeof Definition>

export const Workflow = StrictObject({
  _id: Id,
  name: Name,
  definition: Definition,
  created: Seconds,
  $links: Links(),
})
export type Workflow = Static<typeof Workflow>

const New = StrictObject({ name: Name, definition: Definition })

export const listWorkflows = endpoint({
  method: 'GET',
  path: '/workflows',
  access: 'signed-in',
  summary: 'List the workflows',
  list: true,
  reply: Workflow,
})
export const getWorkflow = endpoint({
  method: 'GET',
  path: '/workflows/:id',
  access: 'signed-in',
  summary: 'Get a workflow',
  params: IdParams,
  reply: Workflow,
})
export const createWorkflow = endpoint({
  method: 'POST',
  path: '/workflows',
  access: 'installation.manage',
  summary: 'Create a workflow',
  body: New,
  record: Workflow,
  reply: Workflow,
})
export const changeWorkflow = endpoint({
  method: 'PUT',
  path: '/workflows/:id',
  access: 'installation.manage',
  summary: 'Update a workflow',
  params: IdParams,
  body: StrictPartial(New),
  record: Workflow,
  reply: Workflow,
})
export const removeWorkflow = endpoint({
  method: 'DELETE',
  path: '/workflows/:id',
  access: 'installation.manage',
  summary: 'Remove a workflow that no asset uses',
  params: IdParams,
  reply: Removed,
})

import { Type, type Static } from 'typebox'
import {
  CommaList,
  IdOrSlug,
  Ids,
  Nullable,
  ShortText,
  StrictObject,
} from '../../kernel/http/contract/schema.ts'
import { STATUS_INPUTS } from './status.ts'

/** `assignee`: the id of a translator, `me` or `none`. */
export const ListFilter = StrictObject({
  q: ShortText,
  ids: Ids,
  status: CommaList(STATUS_INPUTS),
  project: IdOrSlug,
  asset: IdOrSlug,
  territory: ShortText,
  language: ShortText,
  from: ShortText,
  vendor: ShortText,
  assignee: ShortText,
  due: ShortText,
  created: ShortText,
})

/** `due` groups by week, in your time zone; the value is the Monday. */
export const REQUEST_GROUPINGS = [
  'status',
  'project',
  'territory',
  'language',
  'vendor',
  'assignee',
  'due',
] as const
export type RequestGrouping = (typeof REQUEST_GROUPINGS)[number]
/** The value is null for requests without a vendor, an assignee or a due date. */
export const RequestGroup = StrictObject({
  value: Nullable(Type.String()),
  name: Type.String(),
  count: Type.Integer(),
})
export type RequestGroup = Static<typeof RequestGroup>

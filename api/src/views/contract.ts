import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdParams,
  Name,
  Removed,
  Seconds,
  SlugRef,
  StrictObject,
  StrictPartial,
} from '../kernel/http/contract/schema.ts'

const List = Type.Enum(['workrequests', 'assets', 'playlists'])
/** The query of the page, such as `status=any&group=vendor`. */
const Query = Type.String({ maxLength: 2000 })

/**
 * A saved view of a list, or a saved playlist. `shared`: others see it too: the home office, the
 * people of a territory, or the people of a vendor, depending on who shared it.
 */
export const ListView = StrictObject({
  _id: Id,
  studio: Id,
  list: List,
  name: Name,
  query: Query,
  shared: Type.Boolean(),
  own: Type.Boolean(),
  created: Seconds,
})
export type ListView = Static<typeof ListView>

const NewListView = StrictObject({
  studio: SlugRef,
  list: List,
  name: Name,
  query: Query,
  shared: Type.Optional(Type.Boolean()),
})
export type NewListView = Static<typeof NewListView>

const ListViewChange = StrictPartial(
  StrictObject({ name: Name, query: Query, shared: Type.Boolean() }),
)
export type ListViewChange = Static<typeof ListViewChange>

export const listViews = endpoint({
  method: 'GET',
  path: '/views',
  access: 'signed-in',
  summary: 'List your saved views and those that are shared with you',
  list: true,
  query: StrictPartial(StrictObject({ list: List })),
  reply: ListView,
})
export const createView = endpoint({
  method: 'POST',
  path: '/views',
  access: 'signed-in',
  summary: 'Save a view of a list',
  body: NewListView,
  reply: ListView,
})
export const changeView = endpoint({
  method: 'PUT',
  path: '/views/:id',
  access: 'signed-in',
  summary: 'Rename, change or share one of your views',
  params: IdParams,
  body: ListViewChange,
  reply: ListView,
})
export const removeView = endpoint({
  method: 'DELETE',
  path: '/views/:id',
  access: 'signed-in',
  summary: 'Remove one of your views',
  params: IdParams,
  reply: Removed,
})

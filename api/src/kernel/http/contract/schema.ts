// The small shapes every contract is made of. Each has a limit: a field without one is a way to
// fill a disk.
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'

/** Made by the database (new_id); opaque to everyone else. */
export const Id = Type.String({ pattern: '^[0-9a-f]{24}$' })
/** What stands in a path: an id, or a slug where the resource has one. */
export const IdOrSlug = Type.String({ minLength: 1, maxLength: 120 })
/** Never 24 hex digits: those are an id. */
export const Slug = Type.String({
  pattern: '^(?![0-9a-f]{24}$)[a-z0-9]+([.-][a-z0-9]+)*$',
  maxLength: 100,
})
export const Name = Type.String({ minLength: 1, maxLength: 300 })
export const Text = Type.String({ maxLength: 20_000 })
export const ShortText = Type.String({ maxLength: 200 })
/** Whole seconds since 1970 UTC. The upper bound catches milliseconds. */
export const Seconds = Type.Integer({ minimum: 0, maximum: 1e11 })
export const Language = Type.String({ pattern: '^[a-z]{3}$' })
export const Country = Type.String({ pattern: '^[A-Z]{2,3}$' })
/** U+037E is a semicolon in another spelling. */
export const Email = Type.String({
  pattern: '^[^\\s@<>",;\\u037e:\\\\]+@[^\\s@<>",;\\u037e:\\\\]+$',
  maxLength: 254,
})
/**
 * The one form an address is kept and compared in: without case, and with one spelling of each
 * letter.
 */
export const normalEmail = (email: string): string => email.toLowerCase().normalize('NFC')
export const Link = Type.String({ pattern: '^//[^/]+/api/' })

/** A reference as it may be sent: an id, or an object of which only `_id` is read. */
export const Ref = Type.Union([Id, Type.Object({ _id: Id }, { additionalProperties: true })])
export type Ref = Static<typeof Ref>
export const idOf = (ref: Ref): string => (typeof ref === 'string' ? ref : ref._id)

export const StrictObject = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })
/** Every field optional, and still no other field. */
export const StrictPartial = <P extends TProperties>(schema: TObject<P>) =>
  Type.Partial(schema, { additionalProperties: false })
export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const BoundedArray = <S extends TSchema>(schema: S, maxItems = 200) =>
  Type.Array(schema, { maxItems })
export const ShortTextList = BoundedArray(ShortText)
/** What is carried and given back, but has no meaning here; bounded so that it stays small. */
export const OpaqueArray = Type.Array(Type.Unknown(), { maxItems: 500 })
export const TimeZoneName = Type.String({ minLength: 1, maxLength: 64 })
export const Links = <K extends string = never>(...keys: K[]) =>
  StrictObject(
    Object.fromEntries(['self', ...keys].map((key) => [key, Link])) as Record<
      'self' | K,
      typeof Link
    >,
  )

export const IdParams = StrictObject({ id: IdOrSlug })
export const Removed = StrictObject({ _id: Id, removed: Type.Literal(true) })

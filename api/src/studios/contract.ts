import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Country,
  Id,
  Language,
  Links,
  Name,
  Nullable,
  IdParams,
  StrictPartial,
  Ref,
  Removed,
  Seconds,
  Slug,
  StrictObject,
} from '../kernel/http/contract/schema.ts'
import { Limits } from '../subtitles/contract.ts'
import { DELIVERY_NAMES } from '@reelay/subtitles/delivery'
import { PROFILE_NAMES } from '@reelay/subtitles/profiles'

const Money = Type.String({
  pattern: '^\\d{1,9}(\\.\\d{1,2})?$',
  expects: 'a decimal text such as "40.00"',
})
/**
 * The studio's prices as decimal strings: per minute of programme, per use, and a factor for some
 * languages. Optional: each item of a graphics list, prices for single details (`values`), a factor
 * for work due within `rushDays` working days, and a factor for uses that the service renders.
 */
export const RateCard = StrictObject({
  perMinute: Money,
  perUse: Money,
  languages: Type.Record(Type.String(), Money, {
    propertyNames: Language,
    maxProperties: 200,
  }),
  perItem: Type.Optional(Money),
  values: Type.Optional(
    Type.Record(Type.String(), Money, {
      propertyNames: { minLength: 1, maxLength: 100 },
      maxProperties: 100,
    }),
  ),
  rushFactor: Type.Optional(Money),
  rushDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  autosubsFactor: Type.Optional(Money),
})
export type RateCard = Static<typeof RateCard>

const Currency = Type.String({ pattern: '^[A-Z]{3}$', expects: 'an ISO 4217 currency such as EUR' })

/** Local time in the zone of the due date; 24:00 is the end of the day. */
const Clock = Type.String({
  pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
  expects: 'a time of day such as 09:00',
})
export const WorkingHours = StrictObject({ opens: Clock, closes: Clock })
const Holiday = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  expects: 'a day such as 2026-12-24',
})

/** Empty fields match every work request. The first rule that matches decides. */
const AssignmentRule = StrictObject({
  territory: Type.Optional(Nullable(Country)),
  project: Type.Optional(Nullable(Id)),
  language: Type.Optional(Nullable(Language)),
  vendor: Id,
})
export type AssignmentRule = Static<typeof AssignmentRule>

/**
 * How submitted work requests get to vendors. `pool`: a vendor can take a request that is not
 * assigned. `respondWithinHours`: how long a vendor has to accept or decline.
 */
export const AssignmentSettings = StrictObject({
  rules: Type.Array(AssignmentRule, { maxItems: 500 }),
  pool: Type.Boolean(),
  respondWithinHours: Nullable(Type.Integer({ minimum: 1, maximum: 8760 })),
})
export type AssignmentSettings = Static<typeof AssignmentSettings>

const Hours = Type.Array(Type.Integer({ minimum: 0, maximum: 2160 }), {
  maxItems: 10,
  uniqueItems: true,
})
export const REMINDER_RECIPIENTS = ['owner', 'translators', 'vendor', 'studio'] as const
export type ReminderRecipient = (typeof REMINDER_RECIPIENTS)[number]
/** Hours before and after the due date and the delivery deadline, and who is reminded. */
export const Reminders = StrictObject({
  before: Hours,
  after: Hours,
  recipients: Type.Array(Type.Enum([...REMINDER_RECIPIENTS]), { maxItems: 4, uniqueItems: true }),
})
export type Reminders = Static<typeof Reminders>

/** Of mails to people who have no account, and so no language of their own. */
export const MAIL_LANGUAGES = ['en', 'de', 'ar'] as const
export const MailLanguage = Type.Enum([...MAIL_LANGUAGES])
export type MailLanguage = Static<typeof MailLanguage>

/** The uses of a work request for which subtitle files are delivered. */
export const DELIVERY_USES = ['Broadcast', 'Online', 'Theatrical', 'Dcp', 'Streamingfile'] as const
export const DeliveryUse = Type.Enum([...DELIVERY_USES])
export type DeliveryUse = Static<typeof DeliveryUse>
/** Empty fields match every work request. The first rule that matches decides. */
export const DeliveryRule = StrictObject({
  use: Type.Optional(Nullable(DeliveryUse)),
  territory: Type.Optional(Nullable(Country)),
  language: Type.Optional(Nullable(Language)),
  profile: Type.Enum([...DELIVERY_NAMES]),
})
export type DeliveryRule = Static<typeof DeliveryRule>

/** The fewest days for which rows of each kind are kept. */
export const RETENTION_MINIMUM = {
  events: 30,
  notifications: 30,
  downloads: 30,
  audit: 365,
} as const
export type RetentionKind = keyof typeof RETENTION_MINIMUM
export const RETENTION_MAXIMUM = 36_500
const DaysKept = (kind: RetentionKind) =>
  Type.Optional(
    Nullable(Type.Integer({ minimum: RETENTION_MINIMUM[kind], maximum: RETENTION_MAXIMUM })),
  )
/** Days after which rows are deleted. Without a number they are kept. */
export const Retention = StrictObject({
  /** With their notifications and their deliveries to webhooks. */
  events: DaysKept('events'),
  notifications: DaysKept('notifications'),
  downloads: DaysKept('downloads'),
  audit: DaysKept('audit'),
})
export type Retention = Static<typeof Retention>

export const StudioSettings = StrictObject({
  requireTwoFactor: Type.Boolean(),
  leadTimeHours: Type.Integer({ minimum: 0, maximum: 8760 }),
  watermark: Type.Boolean(),
  /** Films play with invisible marks that lead from a leaked copy to its viewer. */
  traceable: Type.Optional(Type.Boolean()),
  subtitleProfile: Type.Enum([...PROFILE_NAMES]),
  /** Limits that differ from those of the profile. */
  subtitleLimits: Type.Optional(Limits),
  /**
   * The delivery profiles of subtitle files. A use with a rule gets a file by this profile with its
   * deliverables.
   */
  deliveries: Type.Optional(Type.Array(DeliveryRule, { maxItems: 200 })),
  rateCard: RateCard,
  /** ISO 4217, of the rate card and of the estimates made with it. */
  currency: Currency,
  workingHours: WorkingHours,
  assignment: Type.Optional(AssignmentSettings),
  /** Reviewers who were invited to a work request may approve and reject it. */
  reviewersDecide: Type.Optional(Type.Boolean()),
  holidays: Type.Array(Holiday, { maxItems: 400, uniqueItems: true }),
  /** Of mails to people without an account. English without it. */
  mailLanguage: Type.Optional(MailLanguage),
  /** Without it, a day before and a day after, to the owner and the vendors. */
  reminders: Type.Optional(Reminders),
  /** Without it, everything is kept. */
  retention: Type.Optional(Retention),
  /** People act in the studio only from these addresses or networks (CIDR). Empty: from anywhere. */
  allowedNetworks: Type.Optional(
    Type.Array(Type.String({ maxLength: 50 }), { maxItems: 100, uniqueItems: true }),
  ),
})
export type StudioSettings = Static<typeof StudioSettings>

export const Studio = StrictObject({
  _id: Id,
  name: Name,
  slug: Slug,
  logo: Nullable(Id),
  settings: StudioSettings,
  created: Seconds,
  $links: Links(),
})
export type Studio = Static<typeof Studio>

const New = StrictObject({
  name: Name,
  slug: Type.Optional(Slug),
  logo: Type.Optional(Nullable(Ref)),
  settings: Type.Optional(StrictPartial(StudioSettings, { maxBytes: 65_536 })),
})

export const listStudios = endpoint({
  method: 'GET',
  path: '/studios',
  access: 'signed-in',
  summary: 'List your studios',
  list: true,
  reply: Studio,
})
export const getStudio = endpoint({
  method: 'GET',
  path: '/studios/:id',
  access: 'signed-in',
  summary: 'Get a studio by id or slug',
  params: IdParams,
  reply: Studio,
})
export const createStudio = endpoint({
  method: 'POST',
  path: '/studios',
  access: 'installation.manage',
  acrossStudios: true,
  summary: 'Create a studio',
  body: New,
  record: Studio,
  reply: Studio,
})
export const changeStudio = endpoint({
  method: 'PUT',
  path: '/studios/:id',
  access: 'studio.manage',
  acrossStudios: true,
  summary: 'Update a studio',
  params: IdParams,
  body: StrictPartial(New),
  record: Studio,
  reply: Studio,
})
export const removeStudio = endpoint({
  method: 'DELETE',
  path: '/studios/:id',
  access: 'installation.manage',
  acrossStudios: true,
  summary: 'Remove a studio that nothing refers to',
  params: IdParams,
  reply: Removed,
})

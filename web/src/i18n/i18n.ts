// i18next with typed keys. A key that is missing in English is a type error; locales.test.ts checks
// German and Arabic. The key types of i18next do the same, but are evaluated again at each `t(…)`:
// `tsc -p web` took 16 s and 1.1 GB with them, and 7 s and 0.8 GB with these.
import i18next, { t as translate, type i18n } from 'i18next'
import { useTexts, type CountValues, type Values } from './i18n-provider.tsx'

/** The locale file of each namespace. */
type EnglishFiles = {
  account: typeof import('./locales/en/account.json')
  admin: typeof import('./locales/en/admin.json')
  asset: typeof import('./locales/en/asset.json')
  checks: typeof import('./locales/en/checks.json')
  common: typeof import('./locales/en/common.json')
  conform: typeof import('./locales/en/conform.json')
  drafts: typeof import('./locales/en/drafts.json')
  'sign-in': typeof import('./locales/en/sign-in.json')
  downloads: typeof import('./locales/en/downloads.json')
  organization: typeof import('./locales/en/organization.json')
  credentials: typeof import('./locales/en/credentials.json')
  library: typeof import('./locales/en/library.json')
  'new-records': typeof import('./locales/en/new-records.json')
  operations: typeof import('./locales/en/operations.json')
  notifications: typeof import('./locales/en/notifications.json')
  order: typeof import('./locales/en/order.json')
  people: typeof import('./locales/en/people.json')
  player: typeof import('./locales/en/player.json')
  playlist: typeof import('./locales/en/playlist.json')
  reports: typeof import('./locales/en/reports.json')
  request: typeof import('./locales/en/request.json')
  requests: typeof import('./locales/en/requests.json')
  review: typeof import('./locales/en/review.json')
  scripts: typeof import('./locales/en/scripts.json')
  search: typeof import('./locales/en/search.json')
  shared: typeof import('./locales/en/shared.json')
  shares: typeof import('./locales/en/shares.json')
  shortcuts: typeof import('./locales/en/shortcuts.json')
  sso: typeof import('./locales/en/sso.json')
  timeline: typeof import('./locales/en/timeline.json')
  today: typeof import('./locales/en/today.json')
  trade: typeof import('./locales/en/trade.json')
  'translation-editor': typeof import('./locales/en/translation-editor.json')
  uploads: typeof import('./locales/en/uploads.json')
  webhooks: typeof import('./locales/en/webhooks.json')
  workflows: typeof import('./locales/en/workflows.json')
}
export type Namespace = keyof EnglishFiles
type Names = Namespace | readonly [Namespace, ...Namespace[]]

/** The key of `files_one` and `files_other` is `files`. */
type Stem<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key
type Flat<Messages> = {
  [Key in keyof Messages & string]: Messages[Key] extends string
    ? Stem<Key>
    : `${Key}.${Flat<Messages[Key]>}`
}[keyof Messages & string]
type Keys = { [Name in Namespace]: Flat<EnglishFiles[Name]> }
type Prefixed = { [Name in Namespace]: `${Name}:${Keys[Name]}` }

/** A key without a namespace belongs to the first namespace. */
export type Key<Requested extends Names = 'common'> = Requested extends Namespace
  ? Keys[Requested] | Prefixed[Requested]
  : Requested extends readonly [infer First extends Namespace, ...Namespace[]]
    ? Keys[First] | Prefixed[Requested[number]]
    : never
/** An interface is compared by its keys: a `t` with more keys is assignable to one with fewer. */
interface Translate<Keys extends string> {
  (key: Keys, values?: Values | CountValues): string
}
export type TFunction<Requested extends Names = 'common'> = Translate<Key<Requested>>

export const useTranslation = useTexts as unknown as <const Requested extends Names = 'common'>(
  namespaces?: Requested,
) => { t: TFunction<Requested>; i18n: i18n }

/** For code outside of components. The namespace must be loaded. */
export const t = translate as unknown as TFunction<['common', ...Namespace[]]>

/** The same with a default namespace. */
export const getFixedT = <const Requested extends Names>(namespaces: Requested) =>
  i18next.getFixedT(null, namespaces) as unknown as TFunction<Requested>

export const loadNamespaces = (...names: Namespace[]): Promise<void> =>
  i18next.loadNamespaces(names)

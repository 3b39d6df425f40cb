// How the app comes by its words: i18next behind a door of our own. A key that no English file has
// is a type error; that German and Arabic have it too is a test (languages.test.ts).
// i18next's own key types do the same, but work them out anew at each `t(…)`: with them `tsc -p
// web` took twice the CPU (measured with one checker: 16 s and 1.1 GB, now 7 s and 0.8 GB).
import i18next, { t as translate, type i18n } from 'i18next'
import { useTranslation as useI18next } from 'react-i18next'

/** A screen's file and its shape. */
type EnglishFiles = {
  account: typeof import('./locales/en/account.json')
  admin: typeof import('./locales/en/admin.json')
  asset: typeof import('./locales/en/asset.json')
  checks: typeof import('./locales/en/checks.json')
  common: typeof import('./locales/en/common.json')
  'sign-in': typeof import('./locales/en/sign-in.json')
  downloads: typeof import('./locales/en/downloads.json')
  organization: typeof import('./locales/en/organization.json')
  credentials: typeof import('./locales/en/credentials.json')
  library: typeof import('./locales/en/library.json')
  operations: typeof import('./locales/en/operations.json')
  notifications: typeof import('./locales/en/notifications.json')
  order: typeof import('./locales/en/order.json')
  people: typeof import('./locales/en/people.json')
  player: typeof import('./locales/en/player.json')
  reports: typeof import('./locales/en/reports.json')
  request: typeof import('./locales/en/request.json')
  requests: typeof import('./locales/en/requests.json')
  review: typeof import('./locales/en/review.json')
  search: typeof import('./locales/en/search.json')
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

/** `files_one` and `files_other` are asked for as `files`. */
type Stem<Key extends string> = Key extends `${infer Counted}_one` | `${infer Counted}_other`
  ? Counted
  : Key
type Flat<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string
    ? Stem<Key>
    : `${Key}.${Flat<Words[Key]>}`
}[keyof Words & string]
type Keys = { [Name in Namespace]: Flat<EnglishFiles[Name]> }
type Prefixed = { [Name in Namespace]: `${Name}:${Keys[Name]}` }

/** Without a namespace before it, a key is of the first that was asked for. */
export type Key<Asked extends Names = 'common'> = Asked extends Namespace
  ? Keys[Asked] | Prefixed[Asked]
  : Asked extends readonly [infer First extends Namespace, ...Namespace[]]
    ? Keys[First] | Prefixed[Asked[number]]
    : never
type Values = { [name: string]: string | number }
/**
 * An interface, so that two are compared by their keys: one that knows more can be given to who
 * asks for less.
 */
interface Translate<Known extends string> {
  (key: Known, values?: Values): string
}
export type TFunction<Asked extends Names = 'common'> = Translate<Key<Asked>>

export const useTranslation = useI18next as unknown as <const Asked extends Names = 'common'>(
  asked?: Asked,
) => { t: TFunction<Asked>; i18n: i18n }

/** Outside of components, where somebody has seen to it that the words are there. */
export const t = translate as unknown as TFunction<['common', ...Namespace[]]>

/** The same, without a namespace before each key. */
export const getFixedT = <const Asked extends Names>(asked: Asked) =>
  i18next.getFixedT(null, asked) as unknown as TFunction<Asked>

export const loadNamespaces = (...names: Namespace[]): Promise<void> =>
  i18next.loadNamespaces(names)

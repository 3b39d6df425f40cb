// How the app comes by its words: i18next behind a door of our own. A key that no English file has
// is a type error; that German and Arabic have it too is a test (languages.test.ts).
// i18next's own key types do the same, but work them out anew at each `t(…)`: with them `tsc -p
// web` took twice the CPU (measured with one checker: 16 s and 1.1 GB, now 7 s and 0.8 GB).
import i18next, { t as translate, type i18n } from 'i18next'
import { useTranslation as useI18next } from 'react-i18next'

/** A screen's file and its shape. */
type English = {
  account: typeof import('./languages/en/account.json')
  administration: typeof import('./languages/en/administration.json')
  asset: typeof import('./languages/en/asset.json')
  checks: typeof import('./languages/en/checks.json')
  common: typeof import('./languages/en/common.json')
  door: typeof import('./languages/en/door.json')
  downloads: typeof import('./languages/en/downloads.json')
  houses: typeof import('./languages/en/houses.json')
  keys: typeof import('./languages/en/keys.json')
  library: typeof import('./languages/en/library.json')
  logbook: typeof import('./languages/en/logbook.json')
  notifications: typeof import('./languages/en/notifications.json')
  order: typeof import('./languages/en/order.json')
  people: typeof import('./languages/en/people.json')
  player: typeof import('./languages/en/player.json')
  reports: typeof import('./languages/en/reports.json')
  request: typeof import('./languages/en/request.json')
  requests: typeof import('./languages/en/requests.json')
  review: typeof import('./languages/en/review.json')
  search: typeof import('./languages/en/search.json')
  stage: typeof import('./languages/en/stage.json')
  today: typeof import('./languages/en/today.json')
  trade: typeof import('./languages/en/trade.json')
  translate: typeof import('./languages/en/translate.json')
  uploads: typeof import('./languages/en/uploads.json')
  webhooks: typeof import('./languages/en/webhooks.json')
  workflows: typeof import('./languages/en/workflows.json')
}
export type Namespace = keyof English
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
type Keys = { [Name in Namespace]: Flat<English[Name]> }
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
interface Say<Known extends string> {
  (key: Known, values?: Values): string
}
export type TFunction<Asked extends Names = 'common'> = Say<Key<Asked>>

export const useTranslation = useI18next as unknown as <const Asked extends Names = 'common'>(
  asked?: Asked,
) => { t: TFunction<Asked>; i18n: i18n }

/** Outside of components, where somebody has seen to it that the words are there. */
export const t = translate as unknown as TFunction<['common', ...Namespace[]]>

/** The same, without a namespace before each key. */
export const wordsOf = <const Asked extends Names>(asked: Asked) =>
  i18next.getFixedT(null, asked) as unknown as TFunction<Asked>

export const loadWords = (...names: Namespace[]): Promise<void> => i18next.loadNamespaces(names)

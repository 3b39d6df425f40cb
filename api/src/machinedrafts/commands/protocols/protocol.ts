import type { DraftProviderKind } from '../../contract.ts'
import type { MarkedText } from '../../rules/terms.ts'

/** `from` is undefined if the language of the script is unknown. Languages are BCP 47 tags. */
export type DraftRequest = {
  texts: readonly MarkedText[]
  from: string | undefined
  to: string
}
export type DraftServer = {
  kind: DraftProviderKind
  url: string
  model: string | null
  key: string | null
}
/** Undefined texts were not usable. */
export type DraftAnswer = { texts: (string | undefined)[]; tokens: number }

export type Protocol = {
  path: string
  /** How many texts one request may have. */
  maxTexts: number
  headers: (server: DraftServer) => Record<string, string>
  body: (server: DraftServer, request: DraftRequest) => unknown
  /** Undefined if the answer does not fit the request. */
  read: (answer: unknown, request: DraftRequest) => DraftAnswer | undefined
}

/** Both name Bokmål, and not Norwegian. */
export const withBokmal = (tag: string) => (tag === 'no' ? 'nb' : tag)

export const toHeaders = (authorization: string | undefined): Record<string, string> =>
  authorization === undefined ? {} : { authorization }

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
export const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value : undefined

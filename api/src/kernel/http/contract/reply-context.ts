import type { Caller } from './caller.ts'

/** What rules need to compute the fields that begin with `$` and the URLs. */
export type ReplyContext = {
  host: string
  appUrl: string
  person: Caller
  sign: Sign
  keyId: string
}
/** Returns a signed URL for the caller, valid for five minutes unless `seconds` says otherwise. */
export type Sign = (path: string, seconds?: number) => string

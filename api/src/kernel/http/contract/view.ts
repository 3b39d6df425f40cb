import type { Caller } from './caller.ts'

/** What the rules need to know to fill the fields that begin with `$` and the addresses. */
export type View = { host: string; appUrl: string; person: Caller; sign: Sign; keyId: string }
/**
 * A full address of a path, good for the person who asks: for five minutes, or for as many seconds
 * as said.
 */
export type Sign = (path: string, seconds?: number) => string

import type { Caller } from './caller.ts'

/** What the rules need to know to fill the fields that begin with `$` and the addresses. */
export type View = { host: string; appUrl: string; person: Caller; sign: (path: string) => string; keyId: string }

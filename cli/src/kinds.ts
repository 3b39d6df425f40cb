/** What `reelay show` can show. Here alone, so that the help needs nothing of the contract: that takes 200 ms to load. */
export const KINDS = ['asset', 'request', 'file', 'project', 'studio', 'user'] as const
export type Kind = (typeof KINDS)[number]

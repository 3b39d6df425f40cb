/** How many days blocks have. They begin at days that are multiples of it. */
export const BLOCK_DAYS = [8, 32] as const

/** A group of readers, who count all facts of a block. */
export type BlockScope = { scope: 'studio' | 'vendor' | 'territory' | 'owner'; id: string }
